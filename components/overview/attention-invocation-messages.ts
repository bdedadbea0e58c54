// Messages on failing, stuck, waiting and interrupted invocations. Pure.
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf, formatPercent } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { actionOf, type Evidence, type ItemMessage, type Of, plain } from "./attention-parts.ts";

/** The most names that a filter of the list has. */
const mostNames = 20;

/** A filter for these names; none where that of one is not known, or for too many. */
function namesOf(names: readonly string[]): readonly string[] {
  const each = [...new Set(names)];
  return each.includes("") || each.length > mostNames ? [] : each;
}

/** The failed invocations of the items' versions, without those that were interrupted. */
const failedInvocationsPath = (items: readonly Of<"failing">[]): string =>
  paths.invocations({
    status: "failed",
    app_name: namesOf(items.map(({ app_name }) => app_name)),
    action_name: namesOf(items.map(({ action_name }) => action_name)),
    version: namesOf(items.map(({ version }) => version)),
    since: new Date(Math.min(...items.map(({ from_ms }) => from_ms))).toISOString(),
    interrupted: "no",
  });

/** How many failed invocations the items count, as a link to them, and how many others they do not count. */
export function failedEvidence(items: readonly Of<"failing">[]): Evidence[] {
  const sumOf = (key: "failed" | "interrupted") => items.reduce((sum, item) => sum + (item[key] ?? 0), 0);
  const interrupted = sumOf("interrupted");
  return [
    { text: formatCountOf(sumOf("failed"), "failed invocation"), href: failedInvocationsPath(items) },
    ...(interrupted === 0
      ? []
      : [plain(`${formatCount(interrupted)} cancelled, stopped or lost, not counted`)]),
  ];
}

/** Characters of a reason in a row; the failures that the row opens have all of it. */
const longestReason = 100;

function shortReason(reason: string): string {
  const letters = [...reason];
  return letters.length <= longestReason
    ? reason
    : `${letters
        .slice(0, longestReason - 1)
        .join("")
        .trimEnd()}…`;
}

/** Fewer failures with the same input are no sign of it. */
const fewest = 3;

function failureEvidence(items: readonly [Of<"failing">, ...Of<"failing">[]]): Evidence[] {
  const [{ failed, inputs, reasons, kinds, regressed, others }, ...otherVersions] = items;
  const [first] = reasons;
  const isOneVersion = otherVersions.length === 0;
  return [
    ...failedEvidence(items),
    ...(first === undefined ? [] : [plain(`“${shortReason(first.example ?? "no reason given")}”`)]),
    ...(isOneVersion && kinds > 1 ? [plain(`${formatCount(kinds)} kinds of failure`)] : []),
    ...(isOneVersion && inputs === 1 && failed >= fewest ? [plain("always the same input")] : []),
    ...(isOneVersion && regressed !== null && others === null
      ? [
          plain(
            `${formatCount(regressed.base.failed)} of ${formatCount(regressed.base.ended)} on ${regressed.base_version || "?"}`,
          ),
        ]
      : []),
  ];
}

/** `v12`, `v12 and v11`, `3 versions`. */
function versionsOf(items: readonly Of<"failing">[]): string {
  const versions = items.map(({ version }) => version || "?");
  return versions.length > 2 ? formatCountOf(versions.length, "version") : versions.join(" and ");
}

/** A failing version; `otherVersions`: the others of its action that fail, too. */
export function failingMessage(
  item: Of<"failing">,
  otherVersions: readonly Of<"failing">[] = [],
): ItemMessage {
  const items = [item, ...otherVersions] as const;
  const sumOf = (key: "failed" | "finished") => items.reduce((sum, each) => sum + each[key], 0);
  const { others } = item;
  return {
    word: "Failing",
    glyph: "cross",
    title: `${actionOf(item)} fails ${formatPercent(sumOf("failed") / sumOf("finished"))} on ${versionsOf(items)}`,
    // Those of other versions that fail, too, are among the others.
    ...(others === null || otherVersions.length > 0
      ? {}
      : { detail: `${formatPercent(others.share)} on other versions.` }),
    evidence: failureEvidence(items),
    href: failedInvocationsPath(items),
    act: "Open failures",
  };
}

/** The stuck invocation, or the running ones of its action. */
export function stuckPath({ invocations, longest, app_name, action_name }: Of<"stuck">): string {
  const [oldest] = longest;
  return invocations === 1 && oldest !== undefined
    ? paths.invocation(oldest.id)
    : paths.invocations({ status: "running", app_name, action_name });
}

/** `readMs`: when open invocations were last read, epoch milliseconds. */
export function stuckMessage(item: Of<"stuck">, readMs: number): ItemMessage {
  const { invocations, longest, basis, limit_ms: limitMs, usual } = item;
  const [oldest] = longest;
  const forMs = oldest === undefined ? 0 : readMs - oldest.started_at_ms;
  return {
    word: "Stuck",
    glyph: "clock",
    title:
      invocations === 1
        ? `${actionOf(item)} has been running for ${formatDuration(forMs)}`
        : `${formatCount(invocations)} ${actionOf(item)} invocations do not end`,
    ...(usual === null || basis === "long"
      ? {}
      : {
          detail: `${invocations === 1 ? "It usually takes" : "They usually take"} ${formatDuration(usual.p50_ms)}.`,
        }),
    evidence: [
      plain(
        basis === "limit"
          ? `The API allows ${formatDuration(limitMs)}`
          : `Running for more than ${formatDuration(limitMs)}`,
      ),
    ],
    href: stuckPath(item),
    act: invocations === 1 ? "Open invocation" : "Open invocations",
  };
}

export const waitingMessage = ({ queued, oldest }: Of<"waiting">): ItemMessage => ({
  word: "Waiting",
  glyph: "ring",
  title: `${formatCountOf(queued, "invocation")} queued`,
  evidence: [{ text: `${actionOf(oldest)} has waited longest`, href: paths.invocation(oldest.id) }],
  href: paths.invocations({ status: "queued" }),
  act: "Open queue",
});

/** `reasonHas`: a text that is in each of their reasons and in no other of the local service. */
const interruptions = {
  service: { word: "Stopped", how: "stopped by the service", reasonHas: "the service" },
  node: { word: "Lost", how: "lost with a node", reasonHas: "its node" },
} as const;

const interruptedBy = (item: Of<"interrupted">) => interruptions[item.by ?? "service"];

export const interruptedMessage = (item: Of<"interrupted">): ItemMessage => ({
  word: interruptedBy(item).word,
  glyph: "square",
  title: `${formatCountOf(item.invocations, "invocation")} of ${formatCountOf(item.actions, "action")} ${interruptedBy(item).how}`,
  evidence: [plain("Not counted against their versions"), plain("Not run again")],
  href: paths.invocations({
    status: "failed",
    reason_has: interruptedBy(item).reasonHas,
    since: new Date(item.from_ms).toISOString(),
  }),
  act: "Open invocations",
});
