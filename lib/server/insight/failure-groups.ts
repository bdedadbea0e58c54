// Failed invocations grouped by masked reason, with the decisions of operators on the groups.
import { createHash } from "node:crypto";
import { z } from "zod";
import type { FailureGroup, FailureInsight, FailureSetting, InsightQuery } from "../../bff/insight.ts";
import { insightLimits } from "../../bff/insight-rules.ts";
import { formatDuration } from "../../format/duration.ts";
import { type FailureDecision, failureStateAt } from "../../insight/failure-state.ts";
import type { Database } from "../db/database.ts";
import { distinctValues } from "../db/distinct-values.ts";
import { upsert } from "../db/upsert.ts";
import { completenessOf } from "../invocations/completeness.ts";
import {
  countFailures,
  type FailurePlace,
  failureTrends,
  newestFailures,
} from "../invocations/failure-counts.ts";
import { requestedSpan } from "../invocations/requested-span.ts";

const maxNewestIds = 5;
/** How much of a masked reason the audit has. */
const maxReasonChars = 200;

/** The key of a group in URLs: a masked reason may contain any character. */
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

/** The decisions of operators by group key. */
async function readDecisions(db: Database) {
  const rows = await db.selectFrom("failure_groups").selectAll().execute();
  return new Map(
    rows.map(({ key, versions, state, until_ms, by, at_ms, note }) => {
      const input: FailureDecision = { state, until_ms, versions: versionsOf(versions) };
      return [key, { input, decision: { by, at_ms, until_ms, note } }] as const;
    }),
  );
}

const versionsOfPlaces = (places: readonly FailurePlace[]) => [...new Set(places.map(versionText))].sort();

/** The groups of a period, by default the last day, most failures first, up to the limit. */
export async function readFailureInsight(
  db: Database,
  query: InsightQuery,
  nowMs: number,
): Promise<FailureInsight> {
  const { sinceMs, untilMs } = requestedSpan(query, nowMs);
  const { failed, groups, leftOut } = await readFailureGroups(db, { sinceMs, untilMs, nowMs });
  return {
    since_ms: sinceMs,
    until_ms: untilMs,
    failed,
    groups,
    groups_left_out: leftOut,
    ...(await completenessOf(db, { sinceMs, untilMs, nowMs })),
  };
}

/** The groups of a period, most failures first, and the number of all failed invocations. */
export async function readFailureGroups(
  db: Database,
  { sinceMs, untilMs, nowMs }: { sinceMs: number; untilMs: number; nowMs: number },
): Promise<{ failed: number; groups: FailureGroup[]; leftOut: number }> {
  const counted = (await countFailures(db, sinceMs, untilMs)).filter(({ count }) => count > 0);
  const trends = await failureTrends(db, sinceMs, untilMs);
  const decisions = await readDecisions(db);
  const failed = counted.reduce((sum, { count }) => sum + count, 0);
  const sorted = counted.sort((a, b) => b.count - a.count || b.lastSeenMs - a.lastSeenMs);
  const groups: FailureGroup[] = [];
  for (const { reasonKey, places, count, firstSeenMs, lastSeenMs } of sorted.slice(0, insightLimits.groups)) {
    const key = failureKey(reasonKey);
    const stored = decisions.get(key);
    const { state, reopenedBy } = failureStateAt(stored?.input, versionsOfPlaces(places), nowMs);
    const newest = await newestFailures(db, { reasonKey, sinceMs, untilMs, limit: maxNewestIds });
    groups.push({
      key,
      reason_key: reasonKey,
      state,
      decision: stored?.decision ?? null,
      reopened_by: reopenedBy,
      count,
      share: count / failed,
      first_seen_ms: firstSeenMs,
      last_seen_ms: lastSeenMs,
      places: places.filter((place) => place.count > 0).sort((a, b) => b.count - a.count),
      example: newest[0]?.reason ?? null,
      newest_invocation_ids: newest.map(({ id }) => id),
      trend: trends.get(reasonKey) ?? [],
    });
  }
  return { failed, groups, leftOut: sorted.length - groups.length };
}

/** The masked reason of a group; undefined where no recorded invocation has it; the empty one is always known. */
async function reasonOfKey(db: Database, key: string): Promise<string | undefined> {
  const reasons = await distinctValues(db, "invocations", "reason_key");
  return ["", ...reasons].find((each) => failureKey(each) === key);
}

/**
 * A decision as the audit has it: the key of the group, what was set, and the masked reason if it is known:
 * `3f9a… to muted for 7 d: Timeout <n>ms exceeded`.
 */
export async function targetOfDecision(
  db: Database,
  key: string,
  { state, until_ms: untilMs }: FailureSetting,
  nowMs: number,
): Promise<string> {
  const length = state === "muted" && untilMs !== undefined ? ` for ${formatDuration(untilMs - nowMs)}` : "";
  const reason = (await reasonOfKey(db, key))?.replace(/\s+/g, " ").slice(0, maxReasonChars) ?? "";
  return `${key} to ${state}${length}${reason === "" ? "" : `: ${reason}`}`;
}

/**
 * Stores an operator's decision on a group, with the versions it has occurred on; `open` deletes it. Returns false when
 * no recorded failure has that group key.
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
  const reasonKey = await reasonOfKey(db, key);
  const [found] = reasonKey === undefined ? [] : await countFailures(db, 0, nowMs, reasonKey);
  if (found === undefined) return false;
  if (setting.state === "open") return true;
  const decision = {
    key,
    state: setting.state,
    by,
    at_ms: nowMs,
    until_ms: setting.state === "muted" ? (setting.until_ms ?? null) : null,
    versions: JSON.stringify(versionsOfPlaces(found.places)),
    note: setting.note,
  };
  await upsert(db, "failure_groups", [decision]);
  return true;
}
