// The state of a merged feed, of those of its logs.
import type { TopicState } from "../bff/live.ts";
import type { FeedState, LogFeed, StoredSpan } from "./log-feed.ts";

export interface MergeSource {
  readonly label: string;
  readonly feed: LogFeed;
}

/** The merged state is the first of these that any log has. */
const order: readonly TopicState[] = ["connecting", "open", "reconnecting", "unavailable", "ended"];

/** The state of several logs as that of one. */
export function mergedState(sources: readonly MergeSource[]): FeedState {
  const states = sources.map(({ label, feed }) => ({ label, ...feed.state }));
  const log = order.find((each) => states.some((state) => state.log === each)) ?? "ended";
  const reasons = states.flatMap(({ label, log: own, reason }) =>
    own === "open" || (own === "connecting" && reason === null) ? [] : [`${label}: ${reason ?? own}`],
  );
  const faults = states.flatMap(({ label, fault }) =>
    fault === undefined ? [] : [{ ...fault, message: `${label}: ${fault.message}` }],
  );
  const begins = states.flatMap(({ beginsAt }) => (beginsAt === null ? [] : [beginsAt]));
  return {
    log,
    reason: reasons.length === 0 ? null : reasons.join(" · "),
    beginsAt: begins.sort((one, other) => Date.parse(one) - Date.parse(other))[0] ?? null,
    deletedLines: states.reduce((sum, { deletedLines = 0 }) => sum + deletedLines, 0),
    connection: states[0]?.connection ?? "idle",
    stored: mergedSpan(states),
    fault: faults.find(({ isRetried }) => isRetried) ?? faults[0],
  };
}

/** What is stored of all logs together; undefined unless each is a stored one. */
function mergedSpan(states: readonly FeedState[]): StoredSpan | undefined {
  const spans = states.flatMap(({ stored }) => stored ?? []);
  if (spans.length < states.length || spans.length === 0) return undefined;
  const from = spans.flatMap(({ fromMs }) => fromMs ?? []);
  const to = spans.flatMap(({ toMs }) => toMs ?? []);
  return {
    fromMs: from.length === 0 ? null : Math.min(...from),
    toMs: to.length === 0 ? null : Math.max(...to),
  };
}
