// Messages on which attention checks ran and which could not. Pure.
import type { AttentionCheck } from "@/lib/bff/attention";

const names = {
  api: "API",
  recorder: "recorder",
  invocations: "invocations",
  spike: "spikes",
  versions: "versions",
  open_invocations: "open invocations",
  pools: "pools",
  proxies: "proxies",
  alerts: "alerts",
} as const satisfies Record<AttentionCheck["subject"], string>;

const whys = new Map([
  ["not_recorded", "nothing recorded yet"],
  ["reading_back", "history is still loading"],
  ["not_running", "the dashboard was not running all the time"],
  ["too_many", "only the first were read"],
  ["operation_absent", "the API has no such list"],
  ["not_evaluated", "the rules were not evaluated recently"],
]);

/** The checked subjects. Without counts: those of the page's figures are the only ones on it. */
export const formatExamined = (checks: readonly AttentionCheck[]): string[] =>
  checks.filter(({ state }) => state !== "not_checked").map(({ subject }) => names[subject]);

/** Subjects not or only partly checked; those with the same reason share one text. Empty if all were
 *  checked. */
export function unavailableMessages(checks: readonly AttentionCheck[]): string[] {
  const unavailable = checks.filter(({ state }) => state !== "checked");
  const alike = Map.groupBy(unavailable, ({ state, why }) => {
    const reason = why === null ? "" : `: ${whys.get(why) ?? why}`;
    return `${state === "partly" ? "checked in part" : "not checked"}${reason}`;
  });
  return [...alike].map(([lack, of]) => `${of.map(({ subject }) => names[subject]).join(", ")} ${lack}`);
}
