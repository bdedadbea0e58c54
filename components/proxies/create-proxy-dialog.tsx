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
import { createProxyDialogTexts, proxyFieldTexts } from "./proxy-on-demand-messages.ts";

const typeOptions = [
  { value: "custom", label: createProxyDialogTexts.customYourOwnServer },
  { value: "datacenter", label: createProxyDialogTexts.datacenterFixedAddress },
  { value: "isp", label: createProxyDialogTexts.ispFixedAddress },
  { value: "residential", label: createProxyDialogTexts.residentialHomeAddresses },
  { value: "mobile", label: createProxyDialogTexts.mobilePhoneAddresses },
] as const satisfies readonly { value: ProxyFormValues["type"]; label: string }[];

const settings: Record<
  ProxyConfigField,
  { label: string } & Pick<ComponentProps<typeof TextField>, "hint" | "type">
> = {
  country: { label: proxyFieldTexts.country, hint: createProxyDialogTexts.countryHint },
  state: { label: proxyFieldTexts.state, hint: createProxyDialogTexts.stateHint },
  city: { label: proxyFieldTexts.city, hint: createProxyDialogTexts.cityHint },
  zip: { label: proxyFieldTexts.zip, hint: createProxyDialogTexts.zipHint },
  asn: { label: proxyFieldTexts.asn, hint: createProxyDialogTexts.asNumberHint },
  os: { label: proxyFieldTexts.os, hint: createProxyDialogTexts.systemHint },
  carrier: { label: proxyFieldTexts.carrier, hint: createProxyDialogTexts.carrierHint },
  host: { label: proxyFieldTexts.host },
  port: { label: proxyFieldTexts.port },
  username: { label: proxyFieldTexts.username },
  password: {
    label: proxyFieldTexts.password,
    type: "password",
    hint: createProxyDialogTexts.passwordHint,
  },
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
      notify.done(createProxyDialogTexts.proxyCreated, nameOf(made));
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
      title={createProxyDialogTexts.createProxy}
      submitLabel={createProxyDialogTexts.createProxy}
      failedTitle={createProxyDialogTexts.notCreated}
      effect={createProxyDialogTexts.howToUseIt}
    >
      <Field label={<ApiLabel name="type">{createProxyDialogTexts.type}</ApiLabel>}>
        <Select
          value={type}
          options={typeOptions}
          onValueChange={(next) => form.setValue("type", next, { shouldDirty: true })}
        />
      </Field>
      <TextField
        form={form}
        name="name"
        label={<ApiLabel name="name">{createProxyDialogTexts.name}</ApiLabel>}
        optional
        maxLength={255}
      />
      <div className="grid gap-4 sm:grid-cols-2">{main.map(fieldOf)}</div>
      <FoldedFields title={createProxyDialogTexts.moreSettings} hasFault={more.some(faultOf)}>
        <div className="grid gap-4 sm:grid-cols-2">
          {more.map(fieldOf)}
          <Field label={<ApiLabel name="protocol">{createProxyDialogTexts.protocol}</ApiLabel>}>
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
