"use client";

import { useMutation } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { FoldedFields } from "@/components/form/form-section";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { notify } from "@/components/ui/toast";
import { proxyProtocols } from "@/lib/contract/proxies";
import { proxyMutations } from "@/lib/queries/proxies";
import {
  newProxyValues,
  type ProxyConfigField,
  type ProxyFormValues,
  proxyFormSchema,
  proxySettings,
  proxyToCreate,
} from "./proxy-form.ts";
import { nameOf } from "./proxy-location.ts";

const typeOptions = [
  { value: "custom", label: "Custom: your own server" },
  { value: "datacenter", label: "Datacenter: fixed address" },
  { value: "isp", label: "ISP: fixed address of an internet provider" },
  { value: "residential", label: "Residential: home addresses" },
  { value: "mobile", label: "Mobile: phone addresses" },
] as const satisfies readonly { value: ProxyFormValues["type"]; label: string }[];

const settings: Record<
  ProxyConfigField,
  { label: string } & Pick<ComponentProps<typeof TextField>, "hint" | "type">
> = {
  country: { label: "Country", hint: "Two letters, such as DE. Empty: US." },
  state: { label: "State", hint: "Two letters, US only." },
  city: { label: "City", hint: "One word, such as newyork." },
  zip: { label: "ZIP code", hint: "Five digits, US only." },
  asn: { label: "Network", hint: "AS number, such as AS7922." },
  os: { label: "Operating system", hint: "windows, macos or android." },
  carrier: { label: "Carrier", hint: "Short name of the mobile network." },
  host: { label: "Host" },
  port: { label: "Port" },
  username: { label: "User name" },
  password: { label: "Password", type: "password", hint: "Stored by the API and never shown again." },
};
const required: ReadonlySet<string> = new Set(["host", "port"]);

/** Makes a proxy; `onCreated` gets its id. */
export function CreateProxyDialog({
  onCreated,
  onClose,
}: {
  onCreated: (id: string) => void;
  onClose: () => void;
}) {
  const { form, dialog } = useFormDialog({
    schema: proxyFormSchema,
    values: newProxyValues,
    draft: "proxy",
    secrets: ["password"],
    conflictField: "name",
    act: useMutation(proxyMutations.create()),
    toSend: (proxy) => ({ proxy: proxyToCreate(proxy), reason: proxy.reason }),
    onSaved: (made) => {
      onClose();
      if (made === undefined) return;
      notify.done("Proxy created", nameOf(made));
      onCreated(made.id);
    },
    onClose,
  });
  const type = form.watch("type");
  const { main, more } = proxySettings[type];
  const fieldOf = (field: ProxyConfigField) => {
    const { label, ...input } = settings[field];
    return (
      <TextField
        key={field}
        form={form}
        name={`config.${field}`}
        label={<ApiLabel name={`config.${field}`}>{label}</ApiLabel>}
        optional={!required.has(field)}
        autoComplete={field === "password" ? "new-password" : "off"}
        spellCheck={false}
        {...input}
      />
    );
  };
  const faultOf = (field: ProxyConfigField) => form.getFieldState(`config.${field}`, form.formState).invalid;
  return (
    <FormDialog
      dialog={dialog}
      title="Create proxy"
      submitLabel="Create proxy"
      failedTitle="Not created"
      effect="To use it, select it in a pool or a browser."
    >
      <Field label={<ApiLabel name="type">Type</ApiLabel>}>
        <Select
          value={type}
          options={typeOptions}
          onValueChange={(next) => form.setValue("type", next, { shouldDirty: true })}
        />
      </Field>
      <TextField
        form={form}
        name="name"
        label={<ApiLabel name="name">Name</ApiLabel>}
        optional
        maxLength={255}
      />
      <div className="grid gap-4 sm:grid-cols-2">{main.map(fieldOf)}</div>
      <FoldedFields title="More settings" hasFault={more.some(faultOf)}>
        <div className="grid gap-4 sm:grid-cols-2">
          {more.map(fieldOf)}
          <Field label={<ApiLabel name="protocol">Protocol</ApiLabel>}>
            <Select
              value={form.watch("protocol")}
              options={proxyProtocols.map((value) => ({ value, label: value }))}
              onValueChange={(next) => form.setValue("protocol", next, { shouldDirty: true })}
            />
          </Field>
        </div>
      </FoldedFields>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
