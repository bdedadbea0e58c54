// What the audit, which all operators read, has of acts on views: neither names nor filters of personal ones.
import type { ViewCreate, ViewUpdate } from "../../bff/views.ts";
import { targetOfChange } from "../audit/fields-set.ts";
import type { Database } from "../db/database.ts";
import { findView } from "./views.ts";

/** The target of an act that saves a view: its name where it is shared. */
export const targetOfNewView = ({ name, shared }: ViewCreate): string => (shared === true ? name : "");

/** A change as the audit has it: the view's id, and what is set: `v1 (name: Failing, query: changed)`. */
export async function targetOfViewChange(
  db: Database,
  id: string,
  { expected_updated_at_ms: _, query, name, ...set }: ViewUpdate,
): Promise<string> {
  const isShared = set.shared ?? (await findView(db, id))?.shared === 1;
  return targetOfChange(id, {
    ...(name === undefined ? {} : { name: isShared ? name : "changed" }),
    ...set,
    ...(query === undefined ? {} : { query: "changed" }),
  });
}
