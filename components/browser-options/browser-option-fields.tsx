"use client";

import type { ReactNode } from "react";
import type { UseFormReturn } from "react-hook-form";
import { FoldedFields } from "@/components/form/form-section";
import { ReferenceField } from "@/components/form/reference-field";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { useKnownProfiles, useKnownProxies } from "@/components/inventory/known-resources";
import { Checkbox } from "@/components/ui/checkbox";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { browserTimeoutSeconds } from "@/lib/contract/browsers";
import { formatViewport } from "@/lib/format/viewport";
import { browserOptionFieldsTexts } from "./browser-option-on-demand-messages.ts";
import { type BrowserOptionValues, standardViewport, viewportOf, viewports } from "./browser-options.ts";
import { ExtensionPicker } from "./extension-picker.tsx";

/** The part of a form that these fields need. */
interface OptionForm {
  form: Pick<UseFormReturn<BrowserOptionValues>, "formState" | "getFieldState" | "register">;
  /** As typed now. */
  values: BrowserOptionValues;
  onChange: (name: keyof BrowserOptionValues, value: string | boolean | string[]) => void;
}

/** Proxy, profile and extensions: what most choose. */
export function BrowserReferenceFields({
  form,
  values,
  onChange,
  profileHint,
  canSave = false,
}: OptionForm & {
  profileHint?: string | undefined;
  /** Whether changes can be saved into the profile. */
  canSave?: boolean;
}) {
  const proxies = useKnownProxies();
  const profiles = useKnownProfiles();
  const { proxy_id: proxy, profile, save_changes: saves } = values;
  const errorOf = (name: "proxy_id" | "profile") => form.getFieldState(name, form.formState).error?.message;
  return (
    <>
      <ReferenceField
        label={<ApiLabel name="proxy_id">{browserOptionFieldsTexts.proxy}</ApiLabel>}
        value={proxy}
        known={proxies}
        emptyHint={browserOptionFieldsTexts.emptyNoProxy}
        unknownHint={browserOptionFieldsTexts.idNotListProxiesApi}
        error={errorOf("proxy_id")}
        onChange={(next) => onChange("proxy_id", next)}
      />
      <Field
        label={<ApiLabel name="profile">{browserOptionFieldsTexts.profile}</ApiLabel>}
        optional
        hint={profileHint ?? browserOptionFieldsTexts.emptyEachBrowserStartsWithout}
        error={errorOf("profile")}
      >
        <Combobox
          value={profile}
          suggestions={profiles}
          onValueChange={(next) => onChange("profile", next)}
        />
      </Field>
      {canSave && profile.trim() !== "" ? (
        <Checkbox
          checked={saves}
          onCheckedChange={(next) => onChange("save_changes", next)}
          label={browserOptionFieldsTexts.saveChangesProfileWhenBrowser}
        />
      ) : null}
      <ExtensionPicker
        chosen={values.extensions}
        error={form.getFieldState("extensions", form.formState).error?.message}
        onChange={(next) => onChange("extensions", next)}
      />
    </>
  );
}

const switches = [
  { name: "headless", label: browserOptionFieldsTexts.headlessNoWindowNoLiveView },
  { name: "stealth", label: browserOptionFieldsTexts.stealthHidesSignsOfAutomation },
  { name: "kiosk_mode", label: browserOptionFieldsTexts.kioskNoAddressBarTabs },
] as const;

/** Window, time-out and modes, folded; `children` stand before them. */
export function AdvancedBrowserFields({
  form,
  values,
  onChange,
  timeoutHint,
  hasFault = false,
  children,
}: OptionForm & {
  timeoutHint: string;
  /** One of `children` has a fault. */
  hasFault?: boolean;
  children?: ReactNode;
}) {
  const { viewport } = values;
  const { viewport: present = standardViewport } = form.formState.defaultValues ?? {};
  // A size that is set can be replaced, not removed.
  const sizes = [...(present === standardViewport ? [present] : []), ...viewports, present, viewport];
  const timeoutFault = form.getFieldState("timeout_seconds", form.formState).invalid;
  return (
    <FoldedFields title={browserOptionFieldsTexts.moreSettings} hasFault={hasFault || timeoutFault}>
      <div className="grid gap-4 sm:grid-cols-2">
        {children}
        <TextField
          form={form}
          name="timeout_seconds"
          label={<ApiLabel name="timeout_seconds">{browserOptionFieldsTexts.timeoutInSeconds}</ApiLabel>}
          optional
          hint={timeoutHint}
          inputMode="numeric"
          mono
          placeholder={`${browserTimeoutSeconds.min} to ${browserTimeoutSeconds.max}`}
        />
        <Field label={<ApiLabel name="viewport">{browserOptionFieldsTexts.window}</ApiLabel>}>
          <Select
            value={viewport}
            options={[...new Set(sizes)].map((value) => ({
              value,
              label: value === standardViewport ? browserOptionFieldsTexts.defaultOfTheApi : labelOf(value),
            }))}
            onValueChange={(next) => onChange("viewport", next)}
          />
        </Field>
      </div>
      <div className="grid gap-2">
        {switches.map(({ name, label }) => (
          <span key={name} title={name}>
            <Checkbox checked={values[name]} onCheckedChange={(next) => onChange(name, next)} label={label} />
          </span>
        ))}
      </div>
    </FoldedFields>
  );
}

function labelOf(text: string): string {
  const viewport = viewportOf(text);
  return viewport === undefined ? text : formatViewport(viewport);
}
