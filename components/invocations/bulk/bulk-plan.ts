// Plans a bulk action: which of the selected invocations it includes, and its effects as text.
import { hasHiddenValue } from "@/lib/bff/hidden-value";
import { isPayloadCut, isRecorded } from "@/lib/bff/recorded-invocation";
import { asyncTimeoutSeconds, type Invocation, invocationStatuses, isOpen } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { bulkPlanTexts } from "./bulk-invocation-messages.ts";

export type BulkKind = "again" | "cancel";

/** Whether a selection is all that match the filters, or all matches among the newest that were read. */
export type Matching = "no" | "yes" | "the-newest";

const matchingMessage = {
  no: "",
  yes: "All matching: ",
  "the-newest": bulkPlanTexts.amongTheNewest,
} as const satisfies Record<Matching, string>;

export interface BulkPlan {
  /** The invocations to act on. */
  invocations: readonly Invocation[];
  skipped: number;
  /** Effects and exclusions; one sentence each. */
  effects: readonly string[];
}

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
  const head = `${matchingMessage[matching]}${bulkPlanTexts.selected(formatCountOf(invocations.length, "invocation"))}`;
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
    bulkPlanTexts.starts({ started: invocations.length, bare }),
    bulkPlanTexts.sameActionAndPayload(timeout),
  ];
  if (unreported > 0) {
    effects.push(bulkPlanTexts.payloadsMayBeMissing(formatCount(unreported)));
  }
  if (open > 0) {
    effects.push(bulkPlanTexts.someStillOpen(formatCount(open), open));
  }
  if (skipped > 0) {
    effects.push(bulkPlanTexts.skippedActionUnknown(formatCount(skipped)));
  }
  if (cut > 0) effects.push(bulkPlanTexts.skippedPayloadTooLong(formatCount(cut), cut));
  if (hidden > 0) effects.push(bulkPlanTexts.skippedHiddenSecrets(formatCount(hidden), hidden));
  return { invocations, skipped: skipped + cut + hidden, effects };
}

function planCancel(selected: readonly Invocation[]): BulkPlan {
  const invocations = selected.filter(
    (invocation) => invocation.status === "queued" || invocation.status === "running",
  );
  const skipped = selected.length - invocations.length;
  const one = invocations.length === 1;
  const effects = [bulkPlanTexts.willEndAsFailed(formatCountOf(invocations.length, "invocation"), one)];
  if (skipped > 0) {
    effects.push(bulkPlanTexts.skippedNotQueuedOrRunning(formatCount(skipped)));
  }
  return { invocations, skipped, effects };
}
