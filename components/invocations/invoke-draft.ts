import * as z from "zod/mini";
import { type InvokeFields, invokeFields } from "./invoke-fields.ts";

const draft = z.object({
  fields: invokeFields,
  /** What the address asked for when it was written: another address starts another form. */
  origin: z.string(),
  savedAtMs: z.number(),
  /** The run it became, when it was sent as it stands. */
  sentAs: z.optional(z.string()),
});
export type Draft = z.infer<typeof draft>;

export type DraftStore = Pick<Storage, "getItem" | "setItem" | "removeItem">;

const keyOf = (operator: string) => `fleetdeck.invoke.${operator}`;
const asideKeyOf = (operator: string) => `${keyOf(operator)}.aside`;

/** What this operator left half done in this browser; undefined when there is nothing readable. */
export const readDraft = (store: DraftStore, operator: string): Draft | undefined =>
  readKept(store, keyOf(operator));

/** The unsent draft of another form, which stepped aside for the newest. */
export const readAside = (store: DraftStore, operator: string): Draft | undefined =>
  readKept(store, asideKeyOf(operator));

function readKept(store: DraftStore, key: string): Draft | undefined {
  try {
    return draft.safeParse(JSON.parse(store.getItem(key) ?? "null")).data;
  } catch {
    // Storage may be refused, or hold what is no JSON.
    return undefined;
  }
}

/** Keeps the draft; false when the browser refuses it, mostly because it is too large. An unsent one of another form
 *  steps aside. */
export function keepDraft(store: DraftStore, operator: string, kept: Draft): boolean {
  const before = readDraft(store, operator);
  try {
    if (readAside(store, operator)?.origin === kept.origin) store.removeItem(asideKeyOf(operator));
    if (before !== undefined && before.origin !== kept.origin && before.sentAs === undefined)
      store.setItem(asideKeyOf(operator), JSON.stringify(before));
    store.setItem(keyOf(operator), JSON.stringify(kept));
    return true;
  } catch {
    // An older half of it would come back as if it were the whole.
    if (before?.origin === kept.origin) dropDraft(store, operator);
    return false;
  }
}

export function dropDraft(store: DraftStore, operator: string): void {
  try {
    store.removeItem(keyOf(operator));
  } catch {
    // Nothing was kept, then.
  }
}

/** Lets go of what stepped aside. */
export function dropAside(store: DraftStore, operator: string): void {
  try {
    store.removeItem(asideKeyOf(operator));
  } catch {
    // Nothing was kept, then.
  }
}

/** Whether two forms say the same. */
export function sameFields(one: InvokeFields, other: InvokeFields): boolean {
  return z.keyof(invokeFields).options.every((key) => one[key] === other[key]);
}

/** Notes in the kept draft that it was sent, unless it has changed since. */
export function noteSent(store: DraftStore, operator: string, sent: Draft): void {
  const kept = readDraft(store, operator);
  if (kept === undefined || kept.origin !== sent.origin || sameFields(kept.fields, sent.fields))
    keepDraft(store, operator, sent);
}

export interface Start {
  readonly fields: InvokeFields;
  /** The draft that the fields came from. */
  readonly from: Draft | undefined;
  /** A draft of another form, not sent yet, that can be taken up instead. */
  readonly other: Draft | undefined;
}

/** A form of the same address goes on where it was left; any other starts as its address says. `drafts`: the newest
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
