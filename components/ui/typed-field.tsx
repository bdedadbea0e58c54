"use client";

import { Field } from "./field.tsx";
import { Input } from "./input.tsx";
import { typedFieldTexts } from "./ui-on-demand-messages.ts";

/** A label shows spaces at the ends of a name, and several in a row, as none or one. */
const asShown = (text: string) => text.trim().replaceAll(/\s+/g, " ");

/** Why an act that asks for `wanted` to be typed cannot be done yet. */
export const typedReason = (wanted: string, typed: string): string | undefined =>
  asShown(typed) === asShown(wanted) ? undefined : typedFieldTexts.typeFirst(wanted);

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
          <span className="font-mono break-all text-ink">{wanted}</span>
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
