import * as z from "zod/mini";
import { type InvokeFields, invokeFields } from "./invoke-fields.ts";

const draft = z.object({
  fields: invokeFields,
  /** The address parameters it was written for: other parameters start another form. */
  origin: z.string(),
  savedAtMs: z.number(),
  /** Id of the invocation it was sent as, if unchanged since. */
  sentAs: z.optional(z.string()),
});
export type Draft = z.infer<typeof draft>;

export type DraftStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (operator: string) => `fleetdeck.invoke.${operator}`;
const displacedKeyOf = (operator: string) => `${keyOf(operator)}.aside`;

/** The operator's stored draft; undefined if there is none or it is invalid. */
export const readDraft = (store: DraftStore, operator: string): Draft | undefined =>
  readStoredDraft(store, keyOf(operator));

/** The unsent draft of another form, displaced by the newest. */
export const readDisplacedDraft = (store: DraftStore, operator: string): Draft | undefined =>
  readStoredDraft(store, displacedKeyOf(operator));

function readStoredDraft(store: DraftStore, key: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(store.getItem(key) ?? "null")).data;
  } catch {
    // Storage may be blocked or contain invalid JSON.
    return undefined;
  }
}

/** Stores the draft; false if the browser rejects it, mostly because it is too large. An unsent draft of
 *  another form becomes the displaced one. */
export function saveDraft(store: DraftStore, operator: string, draft: Draft): boolean {
  const before = readDraft(store, operator);
  try {
    if (readDisplacedDraft(store, operator)?.origin === draft.origin)
      store.removeItem(displacedKeyOf(operator));
    if (before !== undefined && before.origin !== draft.origin && before.sentAs === undefined)
      store.setItem(displacedKeyOf(operator), JSON.stringify(before));
    store.setItem(keyOf(operator), JSON.stringify(draft));
    return true;
  } catch {
    // An older version of the same draft must not be restored as if it were complete.
    if (before?.origin === draft.origin) dropDraft(store, operator);
    return false;
  }
}

export function dropDraft(store: DraftStore, operator: string): void {
  try {
    store.removeItem(keyOf(operator));
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Deletes the displaced draft. */
export function dropDisplacedDraft(store: DraftStore, operator: string): void {
  try {
    store.removeItem(displacedKeyOf(operator));
  } catch {
    // Storage is blocked: there is nothing to remove.
  }
}

/** Whether two forms have equal fields. */
function sameFields(one: InvokeFields, other: InvokeFields): boolean {
  return z.keyof(invokeFields).options.every((key) => one[key] === other[key]);
}

/** Marks the stored draft as sent, unless it has changed since. */
export function markDraftSent(store: DraftStore, operator: string, sent: Draft): void {
  const draft = readDraft(store, operator);
  if (draft === undefined || draft.origin !== sent.origin || sameFields(draft.fields, sent.fields))
    saveDraft(store, operator, sent);
}

export interface Start {
  readonly fields: InvokeFields;
  /** The draft the fields were restored from. */
  readonly from: Draft | undefined;
  /** An unsent draft of another form that can be opened instead. */
  readonly other: Draft | undefined;
}

/** Initial fields: the draft if it has the same address, otherwise from the address. `drafts`: newest
 *  first. */
export function startOf(
  drafts: readonly (Draft | undefined)[],
  origin: string,
  prefill: InvokeFields,
): Start {
  const from = drafts.find((one) => one?.origin === origin);
  const other = drafts.find((one) => one !== undefined && one !== from && one.sentAs === undefined);
  return { fields: from?.fields ?? prefill, from, other };
}
