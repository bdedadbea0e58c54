// What a typed or pasted text names: a resource whose id, name, label or address is in it, else those that contain it.
import { sql } from "kysely";
import { z } from "zod";
import type { FoundResource, InventoryItem } from "../../bff/inventory.ts";
import { type Database, dialectOf } from "../db/database.ts";
import { equalsText } from "../db/lower-case.ts";
import { invocationsByIds } from "../invocations/invocations-by-ids.ts";
import { proxiesCheckedWithIp } from "../proxies/proxy-checks.ts";
import { itemOf, listResources } from "./resources.ts";

const shownPerText = 20;
const idsPerText = 20;
const shortIdsPerText = 4;

/** What may be ids in a text: as a whole, or the segments of addresses and fields in it. */
const idsIn = (text: string): string[] =>
  [...new Set(text.match(/[A-Za-z0-9][A-Za-z0-9._~-]{5,127}/g) ?? [])].slice(0, idsPerText);

/** What may be addresses of hosts in a text, in lower case: IPs of both versions, and host names. */
const hostsIn = (text: string): string[] =>
  [
    ...new Set([
      ...(text.match(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g) ?? []),
      ...(text.match(/(?<![\w:.])[0-9A-Fa-f]{0,4}(?::[0-9A-Fa-f]{0,4}){2,7}(?![\w:.])/g) ?? []),
      ...(text.match(/\b(?:[A-Za-z0-9-]+\.)+[A-Za-z]{2,}\b/g) ?? []),
    ]),
  ]
    .map((host) => host.toLowerCase())
    .slice(0, idsPerText);

const proxyAddresses = z.object({
  ip_address: z.string().nullish().catch(null),
  config: z.object({ host: z.string().nullish().catch(null) }).catch({}),
});
const stated = z.object({
  status: z.string().nullish().catch(null),
  available: z.number().nullish().catch(null),
  size: z.number().nullish().catch(null),
});

function stateOf({ kind, ended_at_ms: endedAtMs, source, details }: InventoryItem): string | null {
  if (kind === "session") return source === "pinned" ? null : endedAtMs === null ? "active" : "ended";
  if (endedAtMs !== null) return "deleted";
  const { status, available, size } = stated.parse(details);
  if (kind === "pool" && available != null)
    return size == null ? `${available} available` : `${available} of ${size} available`;
  return status ?? null;
}

const found = (item: InventoryItem, exact: boolean): FoundResource => {
  const { kind, id, name, label } = item;
  const shown = [label, name].find((each) => each !== null && each !== "") ?? null;
  return { kind, id, name: shown, state: stateOf(item), exact };
};

interface ShortId {
  readonly head: string;
  readonly tail: string;
}

/** The ids that a text has with their middle left out, as `shortId` writes them: how each begins and ends. */
const shortIdsIn = (text: string): ShortId[] =>
  [...text.matchAll(/([A-Za-z0-9._~-]{4,})…([A-Za-z0-9._~-]{4,})/g)]
    .map(([, head = "", tail = ""]) => ({ head, tail }))
    .slice(0, shortIdsPerText);

/** A query of the ids in a table that begin and end as one of `shortIds`. */
export function idsLike(db: Database, table: "invocations" | "resources", shortIds: readonly ShortId[]) {
  // In SQLite `glob` reads the part of the index with this beginning; `like`, which is for any case, reads all of it.
  const isLike =
    dialectOf(db) === "sqlite"
      ? ({ head, tail }: ShortId) => sql<boolean>`id glob ${`${head}*${tail}`}`
      : ({ head, tail }: ShortId) =>
          sql<boolean>`id like ${`${head}%${tail}`.replace(/_/g, "!_")} escape '!'`;
  return db
    .selectFrom(table)
    .select("id")
    .where(({ or }) => or(shortIds.map(isLike)))
    .limit(shownPerText);
}

/** The ids of recorded invocations or resources that begin and end so. */
async function readIdsLike(db: Database, shortIds: readonly ShortId[]): Promise<string[]> {
  if (shortIds.length === 0) return [];
  const found = [
    ...(await idsLike(db, "invocations", shortIds).execute()),
    ...(await idsLike(db, "resources", shortIds).execute()),
  ];
  return found.map(({ id }) => id);
}

/** Recorded invocations with one of the ids. */
async function invocationsOf(db: Database, ids: readonly string[]): Promise<FoundResource[]> {
  if (ids.length === 0) return [];
  const rows = await invocationsByIds(db, ids);
  return rows.map(({ id, app_name: app, action_name: action, status }) => ({
    kind: "invocation" as const,
    id,
    name: [app, action].filter(Boolean).join(" · "),
    state: status,
    exact: true,
  }));
}

/** Recorded resources with one of the ids, or with the whole text as their id, name or label, in any case. */
async function namedBy(db: Database, text: string, ids: readonly string[]): Promise<FoundResource[]> {
  const is = (column: "id" | "name" | "label") => equalsText(db, sql.ref(column), text);
  const rows = await db
    .selectFrom("resources")
    .selectAll()
    .where(({ or, eb, and }) =>
      or([
        is("id"),
        is("name"),
        is("label"),
        // The name of an application is a word that any address may contain.
        ...(ids.length === 0
          ? []
          : [and([eb("kind", "not in", ["app", "action", "version"]), eb("id", "in", ids)])]),
      ]),
    )
    .orderBy("last_seen_ms", "desc")
    .limit(shownPerText)
    .execute();
  return rows.flatMap(itemOf).map((item) => found(item, true));
}

/** Proxies whose host, or the IP of whose last or an earlier check, is in the text. */
async function proxiesAt(db: Database, hosts: readonly string[]): Promise<FoundResource[]> {
  if (hosts.length === 0) return [];
  const proxies = await listResources(db, { kind: "proxy" });
  const ids = await proxiesCheckedWithIp(db, hosts);
  const has = (address: string | null | undefined) =>
    address != null && hosts.includes(address.toLowerCase());
  const present = proxies.filter(({ details }) => {
    const { ip_address: ip, config } = proxyAddresses.parse(details);
    return has(ip) || has(config.host);
  });
  // An address moves from proxy to proxy: who has it now comes before who had it.
  return (present.length > 0 ? present : proxies.filter(({ id }) => ids.has(id))).map((item) =>
    found(item, true),
  );
}

/** What a text names, exact matches alone if there are any; else recorded resources that contain it, newest first. */
export async function findByText(db: Database, text: string): Promise<FoundResource[]> {
  const trimmed = text.trim();
  const ids = [...idsIn(trimmed), ...(await readIdsLike(db, shortIdsIn(trimmed)))];
  const exact = [
    ...(await invocationsOf(db, ids)),
    ...(await namedBy(db, trimmed, ids)),
    ...(await proxiesAt(db, hostsIn(trimmed))),
  ];
  const keys = exact.map(({ kind, id }) => `${kind} ${id}`);
  const once = exact.filter((_, at) => keys.indexOf(keys[at] ?? "") === at);
  if (once.length > 0) return once;
  const containing = await listResources(db, { searchText: trimmed, limit: shownPerText });
  return containing.map((item) => found(item, false));
}
