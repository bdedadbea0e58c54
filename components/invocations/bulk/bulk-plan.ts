// Plans a bulk action: which of the selected invocations it includes, and its effects as text.
import { hasHiddenValue } from "@/lib/bff/hidden-value";
import { isPayloadCut, isRecorded } from "@/lib/bff/recorded-invocation";
import { asyncTimeoutSeconds, type Invocation, invocationStatuses, isOpen } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";

export type BulkKind = "again" | "cancel";

/** Whether a selection is all that match the filters, or all matches among the newest that were read. */
export type Matching = "no" | "yes" | "the-newest";

const matchingMessage = {
  no: "",
  yes: "All matching: ",
  "the-newest": "Among the newest: ",
} as const satisfies Record<Matching, string>;

export interface BulkPlan {
  /** The invocations to act on. */
  invocations: readonly Invocation[];
  skipped: number;
  /** Effects and exclusions; one sentence each. */
  effects: readonly string[];
}

/** `1 invocation`, `1,200 invocations`. */
export const countOf = (count: number): string =>
  `${formatCount(count)} ${count === 1 ? "invocation" : "invocations"}`;

/** The content of a selection: `12 invocations selected: 3 running, 9 failed`. */
export function selectionText(invocations: readonly Invocation[], matching: Matching): string {
  const counts = new Map<string, number>();
  for (const { status } of invocations) {
    const name = status || "unknown";
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const known: readonly string[] = invocationStatuses;
  const statuses = [
    ...known.filter((name) => counts.has(name)),
    ...[...counts.keys()].filter((name) => !known.includes(name)).sort(),
  ];
  const parts = statuses.map((name) => `${formatCount(counts.get(name))} ${name}`);
  const head = `${matchingMessage[matching]}${countOf(invocations.length)} selected`;
  return parts.length === 0 ? head : `${head}: ${parts.join(", ")}`;
}

/** The effect of `act` on `selected`. */
export function planOf(act: BulkKind, selected: readonly Invocation[]): BulkPlan {
  return act === "again" ? planAgain(selected) : planCancel(selected);
}

const isPayloadHidden = ({ payload }: Invocation) => typeof payload === "string" && hasHiddenValue(payload);

function planAgain(selected: readonly Invocation[]): BulkPlan {
  const cut = selected.filter(isPayloadCut).length;
  const hidden = selected.filter(isPayloadHidden).length;
  const whole = selected.filter((invocation) => !isPayloadCut(invocation) && !isPayloadHidden(invocation));
  const invocations = whole.filter(
    (invocation) => invocation.app_name && invocation.version && invocation.action_name,
  );
  const skipped = whole.length - invocations.length;
  const bare = invocations.filter((invocation) => typeof invocation.payload !== "string").length;
  const unreported = invocations.filter(
    (invocation) => isRecorded(invocation) && typeof invocation.payload !== "string",
  ).length;
  const open = invocations.filter(isOpen).length;
  const timeout = formatDuration(asyncTimeoutSeconds.standard * 1000);
  const effects = [
    `Starts ${invocations.length === 1 ? "1 new invocation" : `${formatCount(invocations.length)} new invocations`}${
      bare === 0 ? "" : `; ${formatCount(bare)} ${bare === 1 ? "has" : "have"} no payload`
    }.`,
    `Same application, version, action and payload. Asynchronous, with the default timeout of ${timeout}.`,
  ];
  if (unreported > 0) {
    effects.push(
      `${formatCount(unreported)} of them may have had a payload that the history does not have. They run without one.`,
    );
  }
  if (open > 0) {
    effects.push(
      `${formatCount(open)} of them ${open === 1 ? "is still queued or running and continues" : "are still queued or running and continue"}.`,
    );
  }
  if (skipped > 0) {
    effects.push(`${formatCount(skipped)} skipped: application, version or action unknown.`);
  }
  if (cut > 0)
    effects.push(
      `${formatCount(cut)} skipped: payload too long for the list. Run ${cut === 1 ? "it" : "them"} again from ${cut === 1 ? "its page" : "their pages"}.`,
    );
  if (hidden > 0)
    effects.push(
      `${formatCount(hidden)} skipped: the payload has hidden secrets. Run ${hidden === 1 ? "it" : "them"} again from ${hidden === 1 ? "its page" : "their pages"}.`,
    );
  return { invocations, skipped: skipped + cut + hidden, effects };
}

function planCancel(selected: readonly Invocation[]): BulkPlan {
  const invocations = selected.filter(
    (invocation) => invocation.status === "queued" || invocation.status === "running",
  );
  const skipped = selected.length - invocations.length;
  const one = invocations.length === 1;
  const effects = [
    `${countOf(invocations.length)} will end as failed, and ${one ? "its" : "their"} browsers end. This cannot be undone.`,
  ];
  if (skipped > 0) {
    effects.push(`${formatCount(skipped)} skipped: not queued or running.`);
  }
  return { invocations, skipped, effects };
}
