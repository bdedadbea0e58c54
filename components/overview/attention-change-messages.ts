// Messages for regressions and alerts: slower versions, failure spikes, open alerts. Pure.
import { formatAge, formatDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { actionOf, type ItemMessage, type Of, plain } from "./attention-parts.ts";

function durations(name: string, { base, newer, ratio }: Of<"slower">["median"]): string {
  const times = ratio === null ? "" : ` (×${ratio.toFixed(ratio < 10 ? 2 : 0)})`;
  return `${name} ${formatDuration(base.ms)} → ${formatDuration(newer.ms)}${times}`;
}

/** Leads with p50 if it got worse, with p95 if only that did. */
export function slowerMessage(item: Of<"slower">): ItemMessage {
  const { app_name, action_name, version, base_version: base, since_version: since, median, tail } = item;
  const both = [durations("p50", median), durations("p95", tail)] as const;
  const [lead, other] = median.worse ? both : ([both[1], both[0]] as const);
  const { base: before, newer } = median.worse ? median : tail;
  const measured = [before.measured, newer.measured];
  return {
    word: "Slower",
    glyph: "clock",
    title: `${actionOf(item)} is slower on ${version || "?"} than on ${base || "?"}`,
    detail: `${lead}.`,
    evidence: [
      plain(other),
      plain(
        `${measured.map((count) => formatCount(count)).join(" and ")} invocations in ${formatAge(item.to_ms - item.from_ms)}`,
      ),
      ...(since === version ? [] : [plain(`since ${since || "?"}`)]),
    ],
    href: paths.insight({ app: app_name, action: action_name }),
    act: "Compare versions",
  };
}

/** Compares the failure share now with the day before, and names what failing invocations have in common. */
export function spikeMessage({ recent, base, shared, from_ms, to_ms }: Of<"spike">): ItemMessage {
  const share = ({ failed, ended }: { failed: number; ended: number }) =>
    `${formatPercent(failed / ended)} of ${formatCountOf(ended, "invocation")}`;
  return {
    word: "Spike",
    glyph: "cross",
    title: `${share(recent)} failed in the last ${formatAge(to_ms - from_ms)}`,
    ...(base.ended === 0 ? {} : { detail: `${formatPercent(base.failed / base.ended)} in the day before.` }),
    evidence: [
      plain(
        shared === null
          ? "The failed invocations have nothing in common"
          : `${formatCount(shared.failed_with)} of ${formatCountOf(shared.failed, "failed invocation")} share the ${shared.kind} ${shared.name ?? shared.id}; ${formatCount(shared.ended_with)} of all ${formatCount(shared.ended)} do`,
      ),
    ],
    href: paths.insight(),
    act: "Open insight",
  };
}

/** The number of open alerts, and the text of the most severe. */
export function alertsMessage({ open, muted, complete, mostSevere }: Of<"alerts">): ItemMessage {
  const { rule_name: rule, label, message, known } = mostSevere;
  return {
    word: "Alerts",
    glyph: known ? "triangle" : "question",
    title: `${complete ? "" : "At least "}${formatCountOf(open, "alert is", "alerts are")} open`,
    evidence: [
      plain(
        `${open > 1 ? "Worst: " : ""}${label === "" ? rule : `${rule}, ${label}`}: ${known ? message : "no data now"}`,
      ),
      ...(muted === 0 ? [] : [plain(`${formatCount(muted)} more muted`)]),
    ],
    href: paths.alerts(),
    act: "Open alerts",
  };
}
