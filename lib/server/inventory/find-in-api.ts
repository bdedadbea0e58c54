// An id that is not recorded is looked up in the API: it may be a second old, or older than the record.
import type { FoundResource } from "../../bff/inventory.ts";
import { operations } from "../../contract/operations/operations.ts";
import { idPattern } from "../../format/short-id.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { call } from "../upstream/call.ts";

type Found = Pick<FoundResource, "kind" | "name" | "state">;

/** What the API has under the id, of any kind. Empty for other texts, without a request; a failed one counts as none. */
export async function findInApi(text: string): Promise<FoundResource[]> {
  const id = text.trim();
  if (!idPattern.test(id)) return [];
  const byId = { params: { id } };
  const byIdOrName = { params: { id_or_name: id } };
  const found = await Promise.allSettled([
    call(operations.retrieveInvocation, byId).then(({ value }): Found | undefined => {
      if (value === undefined) return undefined;
      const name = [value.app_name, value.action_name].filter(Boolean).join(" · ");
      return { kind: "invocation", name, state: value.status ?? null };
    }),
    call(operations.retrieveBrowser, byId).then(
      ({ value }): Found | undefined =>
        value && { kind: "session", name: null, state: value.deleted_at == null ? "active" : "ended" },
    ),
    call(operations.retrievePool, byIdOrName).then(
      ({ value }): Found | undefined =>
        value && { kind: "pool", name: nameOfPool(value) ?? null, state: null },
    ),
    call(operations.retrieveProxy, byId).then(
      ({ value }): Found | undefined =>
        value && { kind: "proxy", name: value.name ?? null, state: value.status ?? null },
    ),
    call(operations.retrieveProfile, byIdOrName).then(
      ({ value }): Found | undefined => value && { kind: "profile", name: value.name ?? null, state: null },
    ),
  ]);
  return found.flatMap((each) =>
    each.status === "fulfilled" && each.value !== undefined ? [{ ...each.value, id, exact: true }] : [],
  );
}
