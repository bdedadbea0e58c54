// Failed runs grouped by what is always the same in their reasons, and what operators said of the groups.
import { createHash } from "node:crypto";
import { z } from "zod";
import { type FailureGroup, type FailureSetting, insightLimits } from "../../bff/insight.ts";
import { type FailureWord, failureStateAt } from "../../insight/failure-state.ts";
import type { Database } from "./database.ts";
import { countFailures, type FailurePlace, failureTrends, newestFailures } from "./failure-counts.ts";

const newestNamed = 5;

/** The name of a group in addresses: a masked reason may hold anything. */
export const failureKey = (reasonKey: string): string =>
  createHash("sha256").update(reasonKey, "utf8").digest("hex").slice(0, 32);

const versionText = (row: { app_name: string; version: string }) => `${row.app_name} ${row.version}`.trim();

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

const versionsOfPlaces = (places: readonly FailurePlace[]) => [...new Set(places.map(versionText))].sort();

/** The groups of a time, the most failures first, and how many runs failed in all. */
export async function readFailureGroups(
  db: Database,
  { sinceMs, untilMs, nowMs }: { sinceMs: number; untilMs: number; nowMs: number },
): Promise<{ failed: number; groups: FailureGroup[]; leftOut: number }> {
  const counted = (await countFailures(db, sinceMs, untilMs)).filter(({ count }) => count > 0);
  const trends = await failureTrends(db, sinceMs, untilMs);
  const words = await readWords(db);
  const failed = counted.reduce((sum, { count }) => sum + count, 0);
  const sorted = counted.sort((a, b) => b.count - a.count || b.lastSeenMs - a.lastSeenMs);
  const groups: FailureGroup[] = [];
  for (const { reasonKey, places, count, firstSeenMs, lastSeenMs } of sorted.slice(0, insightLimits.groups)) {
    const key = failureKey(reasonKey);
    const heard = words.get(key);
    const { state, reopenedBy } = failureStateAt(heard?.word, versionsOfPlaces(places), nowMs);
    const newest = await newestFailures(db, { reasonKey, sinceMs, untilMs, limit: newestNamed });
    groups.push({
      key,
      reason_key: reasonKey,
      state,
      said: heard?.said ?? null,
      reopened_by: reopenedBy,
      count,
      share: count / failed,
      first_seen_ms: firstSeenMs,
      last_seen_ms: lastSeenMs,
      places: places.filter((place) => place.count > 0).sort((a, b) => b.count - a.count),
      example: newest[0]?.reason ?? null,
      newest_run_ids: newest.map(({ id }) => id),
      trend: trends.get(reasonKey) ?? [],
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
  const found = (await countFailures(db, 0, nowMs)).find(({ reasonKey }) => failureKey(reasonKey) === key);
  if (found === undefined) return false;
  if (setting.state === "open") return true;
  const said = {
    state: setting.state,
    by,
    at_ms: nowMs,
    until_ms: setting.state === "muted" ? (setting.until_ms ?? null) : null,
    versions: JSON.stringify(versionsOfPlaces(found.places)),
    note: setting.note,
  };
  await db
    .insertInto("failure_groups")
    .values({ key, ...said })
    .onConflict((conflict) => conflict.column("key").doUpdateSet(said))
    .execute();
  return true;
}
