// What is typed into dialogs, until it is sent or discarded: in the tab's storage, where a reload or another sign-in loses
// none, and what must not be stored in memory, where it outlives its dialog but no reload.
import * as z from "zod/mini";
import { draftPrefix, keptDrafts } from "./remove-drafts.ts";

/** The fields of a form by name. */
export type DraftFields = Readonly<Record<string, unknown>>;

/** Where a draft is stored: of this operator only. */
export const draftKey = (operator: string, name: string): string => `${draftPrefix}${operator}:${name}`;

const stored = z.record(z.string(), z.unknown());

/** Stores the fields; removes the draft where there are none. A storage that is full or closed stores nothing. */
export function writeDraft(key: string, fields: DraftFields): void {
  try {
    if (Object.keys(fields).length === 0) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(fields));
  } catch {
    // The dialog itself still has what was typed.
  }
}

/** The stored fields; none where nothing readable is stored. */
export function readDraft(key: string): DraftFields {
  try {
    return stored.parse(JSON.parse(sessionStorage.getItem(key) ?? "{}"));
  } catch {
    return {};
  }
}

/** Keeps the fields in memory; forgets the draft where there are none. */
export function keepDraft(key: string, fields: DraftFields): void {
  if (Object.keys(fields).length === 0) keptDrafts.delete(key);
  else keptDrafts.set(key, fields);
}

/** The fields kept in memory, if any. */
export const keptDraft = (key: string): DraftFields | undefined => keptDrafts.get(key);
