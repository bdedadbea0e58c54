"use client";

import { useQuery } from "@tanstack/react-query";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { paces } from "@/lib/paces";
import { appQueries } from "@/lib/queries/apps";
import { isAbsent } from "@/lib/queries/bff";
import { invocationQueries } from "@/lib/queries/invocations";
import type { FieldFaults, InvokeFields } from "./invoke-fields.ts";
import { invokeTargetTexts } from "./invoke-messages.ts";
import { choicesFor, invokeTargets, type TargetKey, unknownTarget } from "./invoke-targets.ts";

const parts = [
  { key: "app_name", label: invokeTargetTexts.application, mono: false },
  { key: "version", label: invokeTargetTexts.version, mono: true },
  { key: "action_name", label: invokeTargetTexts.action, mono: false },
] as const satisfies readonly { key: TargetKey; label: string; mono: boolean }[];

const limit = 100;
const none: readonly never[] = [];

/** Selects the action: known targets are suggested, any may be typed, an unknown one causes a warning
 *  only. */
export function InvokeTarget({
  fields,
  faults,
  onChange,
}: {
  fields: InvokeFields;
  faults: FieldFaults;
  onChange: (key: TargetKey, value: string) => void;
}) {
  const apps = useQuery(appQueries.list({ limit }));
  const invocations = useQuery({ ...invocationQueries.list({ limit }), staleTime: paces.stale.calmMs });
  const known = invokeTargets(apps.data?.items ?? none, invocations.data?.items ?? none);
  const choices = choicesFor(known, fields);
  const settled = !apps.isPending && !invocations.isPending;
  const unknown = settled ? unknownTarget(known, fields) : undefined;
  return (
    <fieldset className="grid min-w-0 gap-2">
      <legend className="sr-only">{invokeTargetTexts.action}</legend>
      <div className="grid min-w-0 gap-3 sm:grid-cols-3">
        {parts.map(({ key, label, mono }) => (
          <Field key={key} label={label} error={faults[key]}>
            <Combobox
              value={fields[key]}
              onValueChange={(value) => onChange(key, value)}
              suggestions={choices[key]}
              mono={mono}
            />
          </Field>
        ))}
      </div>
      {/* Its line is the space above the next field: nothing moves when it comes. */}
      <p role="status" className="-mb-4 min-h-4 text-label break-words text-ink-3">
        {unknown !== undefined ? (
          <span className="text-warn">{invokeTargetTexts.youCanStillInvokeIt(unknown.text)}</span>
        ) : apps.error ? (
          invokeTargetTexts.suggestionsFromNewest(isAbsent(apps.error), limit)
        ) : (
          ""
        )}
      </p>
    </fieldset>
  );
}
