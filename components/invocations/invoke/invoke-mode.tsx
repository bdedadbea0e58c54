"use client";

import { type ReactNode, useId } from "react";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { asyncTimeoutSeconds } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";
import type { InvokeFields } from "./invoke-fields.ts";
import { invokeModeTexts } from "./invoke-messages.ts";

/** Maximum wait of a synchronous invocation, as documented by the vendor. */
export const syncLimitSeconds = 100;

const { min, max, standard } = asyncTimeoutSeconds;

/** Selects synchronous or queued execution, and the timeout of a queued one. */
export function InvokeMode({
  mode,
  timeout,
  fault,
  onChange,
}: {
  mode: InvokeFields["mode"];
  timeout: string;
  fault: string | undefined;
  onChange: (part: Partial<Pick<InvokeFields, "mode" | "timeout">>) => void;
}) {
  const name = useId();
  const choice = (value: InvokeFields["mode"], label: string, hint: ReactNode) => (
    <label className="flex min-h-8 min-w-0 items-start gap-2 pointer-coarse:min-h-11">
      <input
        type="radio"
        name={name}
        value={value}
        checked={mode === value}
        onChange={() => onChange({ mode: value })}
        className="mt-[3px] size-3.5 shrink-0 accent-(--accent)"
      />
      <span className="min-w-0">
        {label}
        <span className="block text-label text-ink-3">{hint}</span>
      </span>
    </label>
  );
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="mb-1 text-label font-medium text-ink-2">{invokeModeTexts.mode}</legend>
      <div className="grid gap-x-6 gap-y-2 sm:grid-cols-2">
        {choice("async", invokeModeTexts.asynchronous, invokeModeTexts.asynchronousHint)}
        {choice("sync", invokeModeTexts.synchronous, invokeModeTexts.synchronousHint(syncLimitSeconds))}
      </div>
      {mode === "async" ? (
        <Field
          label={invokeModeTexts.timeoutInSeconds}
          optional
          error={fault}
          hint={invokeModeTexts.rangeOrStandard(min, formatCount(max), standard)}
          className="sm:max-w-80"
        >
          <Input
            inputMode="numeric"
            autoComplete="off"
            mono
            value={timeout}
            onChange={(event) => onChange({ timeout: event.target.value })}
          />
        </Field>
      ) : (
        // Same height as the other mode's field, so that the layout does not shift.
        <p className="min-h-[72px] text-label text-ink-3">
          {invokeModeTexts.synchronousLimit(syncLimitSeconds)}
        </p>
      )}
    </fieldset>
  );
}
