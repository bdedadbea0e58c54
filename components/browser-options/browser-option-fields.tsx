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
import { CaptureField } from "./capture-field.tsx";
import { ExtensionPicker } from "./extension-picker.tsx";

/** The part of a form that these fields need. */
interface OptionForm {
  form: Pick<UseFormReturn<BrowserOptionValues>, "formState" | "getFieldState" | "register">;
  /** As typed now. */
  values: BrowserOptionValues;
  onChange: (name: keyof BrowserOptionValues, value: BrowserOptionValues[keyof BrowserOptionValues]) => void;
}

/** A field of its own, for a form with some of the options. */
interface OneField<Value> {
  value: Value;
  error: string | undefined;
  onChange: (value: Value) => void;
}

export function ProxyField({ value, error, onChange }: OneField<string>) {
  const proxies = useKnownProxies();
  return (
    <ReferenceField
      label={<ApiLabel name="proxy_id">{browserOptionFieldsTexts.proxy}</ApiLabel>}
      value={value}
      known={proxies}
      emptyHint={browserOptionFieldsTexts.emptyNoProxy}
      unknownHint={browserOptionFieldsTexts.unknownProxyHint}
      error={error}
      onChange={onChange}
    />
  );
}

/** A profile, and whether changes are saved into it where they can be. */
export function ProfileField({
  value,
  hint = browserOptionFieldsTexts.profileHint,
  saves,
  error,
  onChange,
  onSavesChange,
}: OneField<string> & {
  hint?: string | undefined;
  saves: boolean;
  /** Absent: changes cannot be saved. */
  onSavesChange?: ((saves: boolean) => void) | undefined;
}) {
  const profiles = useKnownProfiles();
  return (
    <>
      <Field
        label={<ApiLabel name="profile">{browserOptionFieldsTexts.profile}</ApiLabel>}
        optional
        hint={hint}
        error={error}
      >
        <Combobox value={value} suggestions={profiles} onValueChange={onChange} />
      </Field>
      {onSavesChange && value.trim() !== "" ? (
        <Checkbox
          checked={saves}
          onCheckedChange={onSavesChange}
          label={browserOptionFieldsTexts.saveToProfile}
        />
      ) : null}
    </>
  );
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
  const errorOf = (name: "proxy_id" | "profile" | "extensions") =>
    form.getFieldState(name, form.formState).error?.message;
  return (
    <>
      <ProxyField
        value={values.proxy_id}
        error={errorOf("proxy_id")}
        onChange={(next) => onChange("proxy_id", next)}
      />
      <ProfileField
        value={values.profile}
        hint={profileHint}
        saves={values.save_changes}
        error={errorOf("profile")}
        onChange={(next) => onChange("profile", next)}
        onSavesChange={canSave ? (next) => onChange("save_changes", next) : undefined}
      />
      <ExtensionPicker
        chosen={values.extensions}
        error={errorOf("extensions")}
        onChange={(next) => onChange("extensions", next)}
      />
    </>
  );
}

/** The size of the window; one that is `present` can be replaced, not removed. */
export function WindowField({
  present,
  value,
  error,
  onChange,
}: OneField<string> & {
  present: string;
}) {
  const sizes = [...(present === standardViewport ? [present] : []), ...viewports, present, value];
  return (
    <Field label={<ApiLabel name="viewport">{browserOptionFieldsTexts.window}</ApiLabel>} error={error}>
      <Select
        value={value}
        options={[...new Set(sizes)].map((size) => ({
          value: size,
          label: size === standardViewport ? browserOptionFieldsTexts.defaultOfTheApi : labelOf(size),
        }))}
        onValueChange={onChange}
      />
    </Field>
  );
}

const switches = [
  { name: "headless", label: browserOptionFieldsTexts.headless },
  { name: "stealth", label: browserOptionFieldsTexts.stealth },
  { name: "kiosk_mode", label: browserOptionFieldsTexts.kiosk },
] as const;

const advanced = ["timeout_seconds", "viewport", "telemetry"] as const;

/** Window, timeout, modes and telemetry, folded; `children` stand before them. */
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
  const { viewport: present = standardViewport } = form.formState.defaultValues ?? {};
  const errorOf = (name: keyof BrowserOptionValues) =>
    form.getFieldState(name, form.formState).error?.message;
  const hasOwnFault = advanced.some((name) => errorOf(name) !== undefined);
  return (
    <FoldedFields title={browserOptionFieldsTexts.moreSettings} hasFault={hasFault || hasOwnFault}>
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
          placeholder={browserOptionFieldsTexts.secondsRange({
            min: browserTimeoutSeconds.min,
            max: browserTimeoutSeconds.max,
          })}
        />
        <WindowField
          present={present}
          value={values.viewport}
          error={errorOf("viewport")}
          onChange={(next) => onChange("viewport", next)}
        />
      </div>
      <div className="grid gap-2">
        {switches.map(({ name, label }) => (
          <span key={name} title={name}>
            <Checkbox checked={values[name]} onCheckedChange={(next) => onChange(name, next)} label={label} />
          </span>
        ))}
      </div>
      <CaptureField
        value={values.telemetry}
        error={errorOf("telemetry")}
        onChange={(next) => onChange("telemetry", next)}
      />
    </FoldedFields>
  );
}

function labelOf(text: string): string {
  const viewport = viewportOf(text);
  return viewport === undefined ? text : formatViewport(viewport);
}
