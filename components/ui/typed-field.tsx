"use client";

import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { typeableName } from "./typeable-name.ts";
import { typedFieldTexts } from "./ui-on-demand-messages.ts";

/** What has to be typed: a word instead of a name of which nothing is seen. */
const toType = (wanted: string): string => typeableName(wanted) || typedFieldTexts.wordToType;

/** Why an act that asks for `wanted` to be typed cannot be done yet. */
export const typedReason = (wanted: string, typed: string): string | undefined =>
  typeableName(typed) === toType(wanted) ? undefined : typedFieldTexts.typeFirst(toType(wanted));

/** Asks for a name or a number to be typed, so that nothing is lost by a click. */
export function TypedField({
  wanted,
  typed,
  onType,
  readOnly = false,
}: {
  wanted: string;
  typed: string;
  onType: (text: string) => void;
  readOnly?: boolean;
}) {
  return (
    <Field
      label={
        <>
          {typedFieldTexts.type}
          <span className="font-mono break-all text-ink">{toType(wanted)}</span>
          {typedFieldTexts.toConfirm}
        </>
      }
    >
      <Input
        mono
        autoComplete="off"
        spellCheck={false}
        value={typed}
        readOnly={readOnly}
        onChange={(event) => onType(event.target.value)}
      />
    </Field>
  );
}
