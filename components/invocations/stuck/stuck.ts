import { asyncTimeoutSeconds, type Invocation } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { parseInstant } from "@/lib/format/rfc3339";
import type { Usual } from "@/lib/format/usual-duration";

/** Minimum number of finished invocations for a meaningful p99. */
export const minStuckSample = 20;

const longestMs = asyncTimeoutSeconds.max * 1000;
const maxActions = 10;

/** An action across its versions: a new version has no history of its own. */
export interface ActionKey {
  readonly app_name: string;
  readonly action_name: string;
}

export type StuckReason =
  | { readonly kind: "past_limit"; readonly limitMs: number }
  | { readonly kind: "past_usual"; readonly usual: Usual };

export interface StuckInvocation {
  readonly invocation: Invocation;
  readonly runningMs: number;
  readonly reason: StuckReason;
}

const startMs = (invocation: Invocation): number | undefined =>
  parseInstant(invocation.started_at ?? "")?.epochMs;

/** Map key of an action. */
export const actionKeyText = ({ app_name, action_name }: ActionKey): string =>
  JSON.stringify([app_name, action_name]);

const actionOf = ({ app_name, action_name }: Invocation): ActionKey | undefined =>
  app_name && action_name ? { app_name, action_name } : undefined;

/** The actions whose history is requested: the ten with the most running invocations. `leftOut`: the
 *  number of other actions, whose invocations are judged by the API's maximum alone. */
export function actionsToMeasure(running: readonly Invocation[]): {
  readonly measured: readonly ActionKey[];
  readonly leftOut: number;
} {
  const counts = new Map<string, { action: ActionKey; invocations: number }>();
  for (const invocation of running) {
    const action = actionOf(invocation);
    if (action === undefined) continue;
    const key = actionKeyText(action);
    counts.set(key, { action, invocations: (counts.get(key)?.invocations ?? 0) + 1 });
  }
  const all = [...counts.values()].sort((a, b) => b.invocations - a.invocations).map(({ action }) => action);
  return { measured: all.slice(0, maxActions), leftOut: Math.max(0, all.length - maxActions) };
}

/** The invocations that should have ended, the longest first. The API's list does not contain an
 *  invocation's own timeout: beyond the API's maximum is certain, beyond the action's p99 is a guess with
 *  evidence. */
export function findStuck(
  running: readonly Invocation[],
  usualDurationOf: (key: string) => Usual | undefined,
  nowMs: number,
): readonly StuckInvocation[] {
  const found = running.flatMap((invocation): StuckInvocation[] => {
    const from = startMs(invocation);
    if (invocation.status !== "running" || from === undefined) return [];
    const runningMs = nowMs - from;
    if (runningMs > longestMs)
      return [{ invocation, runningMs, reason: { kind: "past_limit", limitMs: longestMs } }];
    const action = actionOf(invocation);
    const usual = action && usualDurationOf(actionKeyText(action));
    if (usual === undefined || usual.invocations < minStuckSample || runningMs <= usual.p99Ms) return [];
    return [{ invocation, runningMs, reason: { kind: "past_usual", usual } }];
  });
  return found.sort((a, b) => b.runningMs - a.runningMs);
}

/** The invocation queued longest; `started_at` of a queued one is the time of queuing. */
export function oldestQueued(
  queued: readonly Invocation[],
  nowMs: number,
): { readonly invocation: Invocation; readonly waitedMs: number } | undefined {
  let oldest: { invocation: Invocation; waitedMs: number } | undefined;
  for (const invocation of queued) {
    const from = invocation.status === "queued" ? startMs(invocation) : undefined;
    if (from !== undefined && (oldest === undefined || nowMs - from > oldest.waitedMs))
      oldest = { invocation, waitedMs: Math.max(0, nowMs - from) };
  }
  return oldest;
}

/** The evidence shown after the running time: `p99 of 87 invocations is 40.0 s`. */
export function evidenceOf(reason: StuckReason): string {
  return reason.kind === "past_limit"
    ? `no invocation may take longer than ${formatDuration(reason.limitMs)}`
    : `p99 of ${formatCount(reason.usual.invocations)} invocations is ${formatDuration(reason.usual.p99Ms)}`;
}
