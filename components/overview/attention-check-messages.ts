// Messages on which attention checks ran and which could not. Pure.
import type { AttentionCheck } from "@/lib/bff/attention";
import { apiFailure } from "@/lib/format/failure-messages";

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

function explain(why: string): string {
  const failure = apiFailure(why);
  return failure === undefined ? (whys.get(why) ?? why) : `the API ${failure}`;
}

/** The checked subjects. Without counts: those of the page's figures are the only ones on it. */
export const formatExamined = (checks: readonly AttentionCheck[]): string[] =>
  checks.filter(({ state }) => state !== "not_checked").map(({ subject }) => names[subject]);

/** One sentence about the subjects not checked and one about those partly checked, each grouped by reason. Empty if all
 *  were checked. */
export function unavailableMessages(checks: readonly AttentionCheck[]): string[] {
  const unavailable = checks.filter(({ state }) => state !== "checked");
  return [...Map.groupBy(unavailable, ({ state }) => state)].map(([state, group]) => {
    const reasons = [...Map.groupBy(group, ({ why }) => why)].map(([why, alike]) => {
      const subjects = alike.map(({ subject }) => names[subject]).join(", ");
      return why === null ? subjects : `${subjects} (${explain(why)})`;
    });
    return `${state === "partly" ? "Checked in part" : "Not checked"}: ${reasons.join("; ")}.`;
  });
}
