import { asyncTimeoutSeconds, type Invocation } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import type { Usual } from "@/lib/format/usual";

/** Fewer finished runs have no 99th percentile worth an alarm. */
export const minStuckSample = 20;

const longestMs = asyncTimeoutSeconds.max * 1000;
const maxActions = 10;

/** An action across its versions: a new one has no past of its own to be measured by. */
export interface ActionKey {
  readonly app_name: string;
  readonly action_name: string;
}

export type StuckReason =
  | { readonly kind: "past_limit"; readonly limitMs: number }
  | { readonly kind: "past_usual"; readonly usual: Usual };

export interface StuckRun {
  readonly run: Invocation;
  readonly runningMs: number;
  readonly reason: StuckReason;
}

const startMs = (run: Invocation): number | undefined => parseInstant(run.started_at ?? "")?.epochMs;

/** One text per action, to look it up by. */
export const actionKeyText = ({ app_name, action_name }: ActionKey): string =>
  JSON.stringify([app_name, action_name]);

const actionOf = ({ app_name, action_name }: Invocation): ActionKey | undefined =>
  app_name && action_name ? { app_name, action_name } : undefined;

/** The actions whose past is worth asking for: those with the most runs under way, ten at most. `leftOut`: how many
 *  more there are, whose runs are judged by the API's limit alone. */
export function actionsToMeasure(running: readonly Invocation[]): {
  readonly measured: readonly ActionKey[];
  readonly leftOut: number;
} {
  const counts = new Map<string, { action: ActionKey; runs: number }>();
  for (const run of running) {
    const action = actionOf(run);
    if (action === undefined) continue;
    const key = actionKeyText(action);
    counts.set(key, { action, runs: (counts.get(key)?.runs ?? 0) + 1 });
  }
  const all = [...counts.values()].sort((a, b) => b.runs - a.runs).map(({ action }) => action);
  return { measured: all.slice(0, maxActions), leftOut: Math.max(0, all.length - maxActions) };
}

/** The runs that should be over by now, the longest first. A run's own time limit is not in the API's list: past the
 *  longest the API allows is certain, past its action's p99 is a guess with its evidence. */
export function findStuck(
  running: readonly Invocation[],
  usualOf: (key: string) => Usual | undefined,
  nowMs: number,
): readonly StuckRun[] {
  const found = running.flatMap((run): StuckRun[] => {
    const from = startMs(run);
    if (run.status !== "running" || from === undefined) return [];
    const runningMs = nowMs - from;
    if (runningMs > longestMs)
      return [{ run, runningMs, reason: { kind: "past_limit", limitMs: longestMs } }];
    const action = actionOf(run);
    const usual = action && usualOf(actionKeyText(action));
    if (usual === undefined || usual.runs < minStuckSample || runningMs <= usual.p99Ms) return [];
    return [{ run, runningMs, reason: { kind: "past_usual", usual } }];
  });
  return found.sort((a, b) => b.runningMs - a.runningMs);
}

/** The run that has waited longest; `started_at` of a queued one is when it was queued. */
export function oldestQueued(
  queued: readonly Invocation[],
  nowMs: number,
): { readonly run: Invocation; readonly waitedMs: number } | undefined {
  let oldest: { run: Invocation; waitedMs: number } | undefined;
  for (const run of queued) {
    const from = run.status === "queued" ? startMs(run) : undefined;
    if (from !== undefined && (oldest === undefined || nowMs - from > oldest.waitedMs))
      oldest = { run, waitedMs: Math.max(0, nowMs - from) };
  }
  return oldest;
}

/** What a run's being stuck is judged by, behind how long it has run: `p99 of 87 runs is 40.0 s`. */
export function evidenceOf(reason: StuckReason): string {
  return reason.kind === "past_limit"
    ? `no run may take longer than ${formatDuration(reason.limitMs)}`
    : `p99 of ${formatCount(reason.usual.runs)} runs is ${formatDuration(reason.usual.p99Ms)}`;
}
