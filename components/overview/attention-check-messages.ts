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
  ["upstream_unreachable", "the API cannot be reached"],
  ["upstream_timeout", "the API did not answer in time"],
  ["upstream_bad_answer", "the API's answer cannot be read"],
  ["not_evaluated", "the rules were not evaluated recently"],
]);

/** The checked subjects. Without counts: those of the page's figures are the only ones on it. */
export const formatExamined = (checks: readonly AttentionCheck[]): string[] =>
  checks.filter(({ state }) => state !== "not_checked").map(({ subject }) => names[subject]);

/** Subjects not or only partly checked; those with the same reason share one sentence. Empty if all were checked. */
export function unavailableMessages(checks: readonly AttentionCheck[]): string[] {
  const unavailable = checks.filter(({ state }) => state !== "checked");
  const alike = Map.groupBy(unavailable, ({ state, why }) => JSON.stringify([state, why]));
  return [...alike.values()].map((group) => {
    const subjects = group.map(({ subject }) => names[subject]).join(", ");
    const [first] = group;
    const reason = first?.why == null ? "" : ` (${whys.get(first.why) ?? first.why})`;
    return `${first?.state === "partly" ? "Checked in part" : "Not checked"}: ${subjects}${reason}.`;
  });
}
