// Invocations that failed for one reason, and the versions, pools and proxies they ran with.
import type { SharedResource, SimilarFailures, SimilarFailuresQuery } from "../../bff/insight.ts";
import { insightLimits } from "../../bff/insight-rules.ts";
import type { Database } from "../db/database.ts";
import { linkedSessions, readSessionAttributes } from "../inventory/recorded-sessions.ts";
import { findNames } from "../inventory/resources.ts";
import { completenessOf } from "../invocations/completeness.ts";
import {
  countFailures,
  failureTrends,
  isAmongFailures,
  newestFailures,
} from "../invocations/failure-counts.ts";
import { requestedSpan } from "../invocations/requested-span.ts";

/** Reads the failures of one reason; pools and proxies of the newest 500, as far as their sessions were recorded. */
export async function readSimilarFailures(
  db: Database,
  { reason_key: reasonKey, invocation_id: id, ...during }: SimilarFailuresQuery,
  nowMs: number,
): Promise<SimilarFailures> {
  const { sinceMs, untilMs } = requestedSpan(during, nowMs);
  const [found] = await countFailures(db, sinceMs, untilMs, reasonKey);
  const versions = new Map<string, SimilarFailures["versions"][number]>();
  for (const { app_name, version, count } of found?.places ?? []) {
    if (count === 0) continue;
    const key = JSON.stringify([app_name, version]);
    versions.set(key, { app_name, version, count: count + (versions.get(key)?.count ?? 0) });
  }
  const count = found?.count ?? 0;
  const isCounted = id !== undefined && (await isAmongFailures(db, id, { reasonKey, sinceMs, untilMs }));
  const trends = await failureTrends(db, sinceMs, untilMs, reasonKey);
  return {
    since_ms: sinceMs,
    until_ms: untilMs,
    count,
    others: Math.max(0, count - (isCounted ? 1 : 0)),
    first_seen_ms: found?.firstSeenMs ?? null,
    versions: [...versions.values()].sort((a, b) => b.count - a.count),
    ...(await resourcesOf(db, { reasonKey, sinceMs, untilMs })),
    trend: trends.get(reasonKey) ?? [],
    ...(await completenessOf(db, { sinceMs, untilMs, nowMs })),
  };
}

async function resourcesOf(db: Database, wanted: { reasonKey: string; sinceMs: number; untilMs: number }) {
  const newest = await newestFailures(db, { ...wanted, limit: insightLimits.similar });
  const sessions = await linkedSessions(
    db,
    newest.map(({ id }) => id),
  );
  const attributes = await readSessionAttributes(db, [...new Set([...sessions.values()].flat())]);
  /** How many invocations had each pool or proxy, in any of their sessions. */
  const countBy = async (kind: "pool" | "proxy"): Promise<SharedResource[]> => {
    const counts = new Map<string, number>();
    for (const ids of sessions.values())
      for (const resource of new Set(ids.flatMap((id) => attributes[kind].get(id) ?? [])))
        counts.set(resource, (counts.get(resource) ?? 0) + 1);
    const names = await findNames(db, kind, [...counts.keys()]);
    return [...counts]
      .map(([id, count]) => ({ id, name: names.get(id)?.label ?? names.get(id)?.name ?? null, count }))
      .sort((a, b) => b.count - a.count || a.id.localeCompare(b.id));
  };
  const known = [...sessions.values()].filter((ids) => ids.some((id) => attributes.read.has(id)));
  return { sessions_known: known.length, pools: await countBy("pool"), proxies: await countBy("proxy") };
}
