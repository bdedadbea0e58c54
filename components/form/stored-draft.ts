// What is typed into forms, in the tab's storage until it is saved or discarded: a reload or another sign-in loses none.
import type { FieldValues } from "react-hook-form";
import * as z from "zod/mini";
import { draftPrefix } from "./remove-drafts.ts";

/** Where the draft of a form is stored: of this operator only. */
export const draftKey = (operator: string, name: string): string => `${draftPrefix}${operator}:${name}`;

const stored = z.record(z.string(), z.unknown());

/** The fields that differ from `initial`, without those named in `secrets` at any depth. */
export function typedFields(
  values: FieldValues,
  initial: FieldValues,
  secrets: readonly string[],
): FieldValues {
  const textOf = (value: unknown) =>
    JSON.stringify(value, (key, part: unknown) => (secrets.includes(key) ? undefined : part));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
      const text = secrets.includes(name) ? undefined : textOf(value);
      return text === undefined || text === textOf(initial[name]) ? [] : [[name, JSON.parse(text)]];
    }),
  );
}

/** Stores the fields; removes the draft where there are none. A storage that is full or closed stores nothing. */
export function writeDraft(key: string, fields: FieldValues): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // The form itself still has what was typed.
  }
}

/** The stored fields; none where nothing readable is stored. */
export function readDraft(key: string): FieldValues {
  try {
    return stored.parse(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}
