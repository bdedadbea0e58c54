// Lanes of a range with what they take from other nouns: proxy checks, pools, sessions, and gaps of the recorder.
import { type RecorderListName, recorderLists } from "../../bff/recorder.ts";
import type { RecorderGap } from "../../bff/recorder-gap.ts";
import {
  poolSliceMs,
  type Timeline,
  type TimelineCheck,
  type TimelinePool,
  type TimelineSession,
  timelineLimits,
} from "../../bff/timeline.ts";
import type { BoundedList, TimeRange } from "../db/bounded-list.ts";
import { readCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { countGaps, type GapRow, readGaps } from "../db/gaps.ts";
import { leaderReport, stateCheckpoint } from "../db/leader-report.ts";
import { readSessionsIn } from "../inventory/recorded-sessions.ts";
import { findNames } from "../inventory/resources.ts";
import { gapFor, type RecordedReach, silentGap } from "../invocations/completeness.ts";
import { invocationsBySession } from "../invocations/invocation-sessions.ts";
import { invocationList } from "../invocations/sync-progress.ts";
import { readPoolsIn } from "../pools/pool-ranges.ts";
import { readBegan } from "../pools/pool-sample-history.ts";
import { readChecksIn } from "../proxies/proxy-checks.ts";

/** The recorded checks, newest first. */
export async function readTimelineChecks(
  db: Database,
  range: TimeRange,
): Promise<BoundedList<TimelineCheck>> {
  const { total, items } = await readChecksIn(db, range, timelineLimits.checks);
  const names = await findNames(
    db,
    "proxy",
    items.map((row) => row.proxy_id),
  );
  return { total, items: items.map((row) => ({ ...row, name: names.get(row.proxy_id)?.name ?? null })) };
}

const wasInTrouble = ({ unfilled_max, available_min }: Omit<TimelinePool, "name">) =>
  (unfilled_max ?? 0) > 0 || available_min === 0;

/**
 * The pools sampled in the range, those with the most missing browsers first: all that lacked any, up to the limit. Where the
 * record of pools is younger than the range, their points are as close as in a range that begins with it.
 */
export async function readTimelinePools(
  db: Database,
  range: TimeRange,
): Promise<Pick<Timeline, "pools" | "pool_slice_ms">> {
  const beganMs = Math.min((await readBegan(db)) ?? range.fromMs, range.toMs - 1);
  const recorded = { ...range, fromMs: Math.max(range.fromMs, beganMs) };
  const pools = await readPoolsIn(db, recorded, timelineLimits.poolPoints);
  const troubled = pools.filter(wasInTrouble);
  const calm = pools.filter((pool) => !wasInTrouble(pool));
  const items = [...troubled, ...calm].slice(
    0,
    Math.min(timelineLimits.pools, Math.max(timelineLimits.poolsShown, troubled.length)),
  );
  const names = await findNames(
    db,
    "pool",
    items.map((pool) => pool.pool_id),
  );
  return {
    pools: {
      total: pools.length,
      items: items.map((pool) => ({ ...pool, name: names.get(pool.pool_id)?.name ?? null })),
    },
    pool_slice_ms: poolSliceMs(recorded),
  };
}

/** Sessions that existed in the range with their invocations, last begun first. */
export async function readTimelineSessions(
  db: Database,
  range: TimeRange,
): Promise<BoundedList<TimelineSession>> {
  const { total, items } = await readSessionsIn(db, range, timelineLimits.sessions);
  const invocations = await invocationsBySession(
    db,
    items.map(({ id }) => id),
  );
  return { total, items: items.map((row) => ({ ...row, invocations: invocations.get(row.id) ?? [] })) };
}

/** The lists of which the recorder records gaps, besides the invocations. */
const listsWithGaps: ReadonlySet<RecorderListName> = new Set(["pools", "browsers"]);

/** The gaps in which nobody records, which nobody has written yet. */
async function readSilentGaps(
  db: Database,
  { reach, written, ...span }: { reach: RecordedReach; written: GapRow[]; untilMs: number; nowMs: number },
): Promise<GapRow[]> {
  if (reach.isRecording) return [];
  const report = await readCheckpoint(db, stateCheckpoint, leaderReport);
  const lists = report?.lists.filter(({ list, offered }) => offered && listsWithGaps.has(list)) ?? [];
  return [
    ...silentGap(invocationList, reach.progress?.last_good_ms, written, span),
    ...lists.flatMap(({ list, last_good_at_ms: lastGoodMs }) => silentGap(list, lastGoodMs, written, span)),
  ];
}

/** Gaps in the reading of lists, newest first, including those filled later. */
export async function readTimelineGaps(
  db: Database,
  range: TimeRange,
  { reach, nowMs }: { reach: RecordedReach; nowMs: number },
): Promise<BoundedList<RecorderGap>> {
  const span = { sinceMs: range.fromMs, untilMs: range.toMs };
  // Each list has its own limit: one that often fails must not displace the others' gaps.
  const each = await Promise.all(
    recorderLists.map((list) => readGaps(db, { ...span, list, filledToo: true, limit: timelineLimits.gaps })),
  );
  const written = each.flat();
  const silent = await readSilentGaps(db, { reach, written, untilMs: Math.min(range.toMs, nowMs), nowMs });
  const items = [...silent, ...written].sort((a, b) => b.from_ms - a.from_ms);
  return { total: (await countGaps(db, span)) + silent.length, items: items.map(gapFor) };
}
