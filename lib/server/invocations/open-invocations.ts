// The open invocations as recorded, with what is usual for their actions: read here for the overview, the stuck ones of the
// invocations page and the alert signal, so that all agree.

import { stepStartMs } from "../../bff/clock-step.ts";
import { type OpenCounts, type StuckInvocations, stuckInvocationLimit } from "../../bff/stuck-invocations.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import { type Clock, systemClock } from "../../clock.ts";
import type { OpenInvocation, UsualDurationInput } from "../../insight/attention-input.ts";
import { actionKey, findStuck } from "../../insight/stuck.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { completenessOf, type RecordedReach } from "./completeness.ts";
import { oldestOpenInvocations, openTotals, usualDurations } from "./invocation-statistics.ts";
import { rollupWidths } from "./rollups.ts";

/** The period of the usual durations. */
export const usualDays = 7;
/** The most open invocations examined, the oldest first: those are the ones that can be stuck. */
const examined = 5_000;

type Ticks = Pick<Clock, "nowMs" | "monotonicMs">;
type Action = Pick<OpenInvocation, "app_name" | "action_name">;

interface CachedUsual {
  /** By the monotonic clock. */
  atMs: number;
  usual: UsualDurationInput | undefined;
}
const cache = perProcess("usual-durations", () => new WeakMap<Database, Map<string, CachedUsual>>());

/** Usual durations of the actions, at most a minute old: summing up a week takes longer than all other reads. */
async function readUsual(db: Database, actions: readonly Action[], clock: Ticks) {
  const atMs = clock.monotonicMs();
  const known = cache().get(db) ?? new Map<string, CachedUsual>();
  const isFresh = (action: Action) => {
    const cached = known.get(actionKey(action));
    return cached !== undefined && atMs - cached.atMs < paces.attention.usualForMs;
  };
  const missing = actions.filter((action) => !isFresh(action));
  const sinceMs = stepStartMs(clock.nowMs() - usualDays * dayMs, rollupWidths.coarse);
  const read = await usualDurations(db, missing, sinceMs);
  const found = new Map(read.map((usual) => [actionKey(usual), usual]));
  for (const key of missing.map(actionKey)) known.set(key, { atMs, usual: found.get(key) });
  // Only actions with open invocations are kept.
  const current = new Map(
    actions.map(actionKey).flatMap((key) => {
      const cached = known.get(key);
      return cached === undefined ? [] : [[key, cached] as const];
    }),
  );
  cache().set(db, current);
  return [...current.values()].flatMap(({ usual }) => usual ?? []);
}

export interface OpenInvocations {
  /** Oldest first. */
  open: OpenInvocation[];
  usual: UsualDurationInput[];
  counts: OpenCounts;
  /** Up to when the record is current: the last reading, or now before the first. */
  atMs: number;
}

/** The open invocations over all actions, and what is usual for these; `reach`: as read before. */
export async function readOpenInvocations(
  db: Database,
  clock: Ticks,
  reach?: RecordedReach,
): Promise<OpenInvocations> {
  const nowMs = clock.nowMs();
  const [open, counts, { last_good_at_ms: readAtMs, complete }] = await Promise.all([
    oldestOpenInvocations(db, examined),
    openTotals(db),
    completenessOf(db, { sinceMs: nowMs - hourMs, untilMs: nowMs, nowMs }, reach),
  ]);
  const actions = new Map(
    open.map(({ app_name, action_name }) => [
      actionKey({ app_name, action_name }),
      { app_name, action_name },
    ]),
  );
  return {
    open,
    usual: await readUsual(db, [...actions.values()], clock),
    counts: { ...counts, read_at_ms: readAtMs, complete: complete && open.length < examined },
    atMs: Math.min(nowMs, readAtMs ?? nowMs),
  };
}

/** The stuck invocations of all actions, the longest first, with the counts of open ones. */
export async function readStuckInvocations(
  db: Database,
  clock: Ticks = systemClock,
): Promise<StuckInvocations> {
  const { open, usual, counts, atMs } = await readOpenInvocations(db, clock);
  const { stuck, unmeasured } = findStuck(open, usual, atMs);
  return {
    ...counts,
    items: stuck.slice(0, stuckInvocationLimit).map(({ status: _, ...invocation }) => invocation),
    total: stuck.length,
    unmeasured,
  };
}
