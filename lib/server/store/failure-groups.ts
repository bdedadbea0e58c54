// Failed runs grouped by what is always the same in their reasons, and what operators said of the groups.
import { createHash } from "node:crypto";
import { sql } from "kysely";
import { z } from "zod";
import { type FailureGroup, type FailureSetting, insightLimits } from "../../bff/insight.ts";
import { type FailureWord, failureStateAt } from "../../insight/failure-state.ts";
import type { Database } from "./database.ts";

const trendParts = 24;
const newestNamed = 5;

/** The name of a group in addresses: a masked reason may hold anything. */
export const failureKey = (reasonKey: string): string =>
  createHash("sha256").update(reasonKey, "utf8").digest("hex").slice(0, 32);

const versionText = (row: { app_name: string; version: string }) => `${row.app_name} ${row.version}`.trim();

interface Place {
  app_name: string;
  action_name: string;
  version: string;
  count: number;
  first_seen_ms: number;
}

interface Known {
  places: Map<string, Place>;
  firstSeenMs: number;
}

const placeKey = ({ app_name, action_name, version }: Omit<Place, "count" | "first_seen_ms">) =>
  JSON.stringify([app_name, action_name, version]);

/** Everything kept, by masked reason: where it came up and when first. */
async function everSeen(db: Database): Promise<Map<string, Known>> {
  const { rows } = await sql<Place & { reason_key: string }>`
    select coalesce(reason_key, '') as reason_key, app_name, action_name, version,
      0 as count, min(started_at_ms) as first_seen_ms
    from runs where status = 'failed'
    group by coalesce(reason_key, ''), app_name, action_name, version`.execute(db);
  const known = new Map<string, Known>();
  for (const { reason_key: reasonKey, ...place } of rows) {
    const group = known.get(reasonKey) ?? { places: new Map(), firstSeenMs: place.first_seen_ms };
    known.set(reasonKey, group);
    group.places.set(placeKey(place), place);
    group.firstSeenMs = Math.min(group.firstSeenMs, place.first_seen_ms);
  }
  return known;
}

interface Within {
  places: Map<string, Place>;
  trend: number[];
  count: number;
  lastSeenMs: number;
}

/** What failed in a time, by masked reason. */
async function seenWithin(db: Database, sinceMs: number, untilMs: number): Promise<Map<string, Within>> {
  const widthMs = Math.max(1, Math.ceil((untilMs - sinceMs) / trendParts));
  const { rows } = await sql<Place & { reason_key: string; part: number; last_ms: number }>`
    select coalesce(reason_key, '') as reason_key, app_name, action_name, version,
      (started_at_ms - cast(${sinceMs} as bigint)) / cast(${widthMs} as bigint) as part,
      count(*) as count, min(started_at_ms) as first_seen_ms, max(started_at_ms) as last_ms
    from runs where status = 'failed' and started_at_ms >= ${sinceMs} and started_at_ms < ${untilMs}
    group by 1, 2, 3, 4, 5`.execute(db);
  const groups = new Map<string, Within>();
  for (const { reason_key: reasonKey, part, last_ms: lastMs, ...row } of rows) {
    const group = groups.get(reasonKey) ?? {
      places: new Map<string, Place>(),
      trend: Array.from({ length: trendParts }, () => 0),
      count: 0,
      lastSeenMs: 0,
    };
    groups.set(reasonKey, group);
    const count = Number(row.count);
    const key = placeKey(row);
    group.places.set(key, { ...row, count: (group.places.get(key)?.count ?? 0) + count });
    group.trend[part] = (group.trend[part] ?? 0) + count;
    group.count += count;
    group.lastSeenMs = Math.max(group.lastSeenMs, lastMs);
  }
  return groups;
}

const versionList = z.array(z.string());
function versionsOf(text: string): ReadonlySet<string> {
  try {
    return new Set(versionList.parse(JSON.parse(text)));
  } catch {
    return new Set();
  }
}

/** What was said, by the key of the group. */
async function readWords(db: Database) {
  const rows = await db.selectFrom("failure_groups").selectAll().execute();
  return new Map(
    rows.map(({ key, versions, state, until_ms, by, at_ms, note }) => {
      const word: FailureWord = { state, until_ms, versions: versionsOf(versions) };
      return [key, { word, said: { by, at_ms, until_ms, note } }] as const;
    }),
  );
}

/** The newest runs of a group in a time. */
const newestOf = (db: Database, reasonKey: string, sinceMs: number, untilMs: number) =>
  db
    .selectFrom("runs")
    .select(["id", "reason"])
    .where((each) =>
      reasonKey === ""
        ? each.and([
            each("status", "=", "failed"),
            each.or([each("reason_key", "is", null), each("reason_key", "=", "")]),
          ])
        : each("reason_key", "=", reasonKey),
    )
    .where("started_at_ms", ">=", sinceMs)
    .where("started_at_ms", "<", untilMs)
    .orderBy("started_at_ms", "desc")
    .orderBy("id", "desc")
    .limit(newestNamed)
    .execute();

const versionsOfPlaces = (places: Iterable<Place>) => [...new Set([...places].map(versionText))].sort();

/** The groups of a time, the most failures first, and how many runs failed in all. */
export async function readFailureGroups(
  db: Database,
  { sinceMs, untilMs, nowMs }: { sinceMs: number; untilMs: number; nowMs: number },
): Promise<{ failed: number; groups: FailureGroup[]; leftOut: number }> {
  const [within, ever, words] = [
    await seenWithin(db, sinceMs, untilMs),
    await everSeen(db),
    await readWords(db),
  ];
  let failed = 0;
  for (const { count } of within.values()) failed += count;
  const sorted = [...within].sort(([, a], [, b]) => b.count - a.count || b.lastSeenMs - a.lastSeenMs);
  const groups: FailureGroup[] = [];
  for (const [reasonKey, group] of sorted.slice(0, insightLimits.groups)) {
    const key = failureKey(reasonKey);
    const known = ever.get(reasonKey);
    const heard = words.get(key);
    const versions = versionsOfPlaces((known ?? group).places.values());
    const { state, reopenedBy } = failureStateAt(heard?.word, versions, nowMs);
    const newest = await newestOf(db, reasonKey, sinceMs, untilMs);
    groups.push({
      key,
      reason_key: reasonKey,
      state,
      said: heard?.said ?? null,
      reopened_by: reopenedBy,
      count: group.count,
      share: group.count / failed,
      first_seen_ms: known?.firstSeenMs ?? group.lastSeenMs,
      last_seen_ms: group.lastSeenMs,
      places: [...group.places]
        .map(([place, each]) => ({
          ...each,
          first_seen_ms: known?.places.get(place)?.first_seen_ms ?? each.first_seen_ms,
        }))
        .sort((a, b) => b.count - a.count),
      example: newest[0]?.reason ?? null,
      newest_run_ids: newest.map(({ id }) => id),
      trend: group.trend,
    });
  }
  return { failed, groups, leftOut: sorted.length - groups.length };
}

/**
 * Keeps what an operator says of a group, with the versions it has been on; `open` takes back what was said.
 * Answers false when no failed run that is kept is in a group of that key.
 */
export async function setFailureGroup(
  db: Database,
  { key, setting, by }: { key: string; setting: FailureSetting; by: string },
  nowMs: number,
): Promise<boolean> {
  if (setting.state === "open") {
    const { numDeletedRows } = await db
      .deleteFrom("failure_groups")
      .where("key", "=", key)
      .executeTakeFirst();
    if (numDeletedRows > 0n) return true;
  }
  const found = [...(await everSeen(db))].find(([reasonKey]) => failureKey(reasonKey) === key);
  if (found === undefined) return false;
  if (setting.state === "open") return true;
  const said = {
    state: setting.state,
    by,
    at_ms: nowMs,
    until_ms: setting.state === "muted" ? (setting.until_ms ?? null) : null,
    versions: JSON.stringify(versionsOfPlaces(found[1].places.values())),
    note: setting.note,
  };
  await db
    .insertInto("failure_groups")
    .values({ key, ...said })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(said))
    .execute();
  return true;
}
