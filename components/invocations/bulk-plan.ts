// What a bulk act would do to the runs it was asked for, in words and in rows.
import { isPayloadCut, isRecorded } from "@/lib/bff/recorded-invocation";
import { asyncTimeoutSeconds, type Invocation, invocationStatuses } from "@/lib/contract/invocations";
import { formatDuration } from "@/lib/format/duration";
import { formatCount } from "@/lib/format/numbers";
import { isOpen } from "./invocation-columns.tsx";

export type BulkAct = "again" | "cancel";

/** Whether a selection is all that match the filters, or all of the newest that were read. */
export type Matching = "no" | "yes" | "the-newest";

const matchingWords = {
  no: "",
  yes: "All matching: ",
  "the-newest": "Matching among the newest: ",
} as const satisfies Record<Matching, string>;

export interface BulkPlan {
  /** The runs it is done to. */
  runs: readonly Invocation[];
  skipped: number;
  /** What follows, and what is left out; one sentence each. */
  effects: readonly string[];
}

/** `1 run`, `1,200 runs`. */
export const countOf = (count: number): string => `${formatCount(count)} ${count === 1 ? "run" : "runs"}`;

/** What a selection holds: `12 runs selected: 3 running, 9 failed`. */
export function selectionText(runs: readonly Invocation[], matching: Matching): string {
  const counts = new Map<string, number>();
  for (const { status } of runs) {
    const word = status || "unknown";
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const known: readonly string[] = invocationStatuses;
  const words = [
    ...known.filter((word) => counts.has(word)),
    ...[...counts.keys()].filter((word) => !known.includes(word)).sort(),
  ];
  const parts = words.map((word) => `${formatCount(counts.get(word))} ${word}`);
  const head = `${matchingWords[matching]}${countOf(runs.length)} selected`;
  return parts.length === 0 ? head : `${head}: ${parts.join(", ")}`;
}

/** What `act` does to `selected`. */
export function planOf(act: BulkAct, selected: readonly Invocation[]): BulkPlan {
  return act === "again" ? planAgain(selected) : planCancel(selected);
}

function planAgain(selected: readonly Invocation[]): BulkPlan {
  const cut = selected.filter(isPayloadCut).length;
  const whole = selected.filter((run) => !isPayloadCut(run));
  const runs = whole.filter((run) => run.app_name && run.version && run.action_name);
  const skipped = whole.length - runs.length;
  const bare = runs.filter((run) => typeof run.payload !== "string").length;
  const untold = runs.filter((run) => isRecorded(run) && typeof run.payload !== "string").length;
  const open = runs.filter(isOpen).length;
  const timeout = formatDuration(asyncTimeoutSeconds.standard * 1000);
  const effects = [
    `${countOf(runs.length)} will be invoked again as ${runs.length === 1 ? "a new run" : "new runs"}${
      bare === 0 ? "" : `; ${formatCount(bare)} ${bare === 1 ? "has" : "have"} no payload`
    }.`,
    `Same application, version, action and payload; asynchronous, with the default timeout of ${timeout}.`,
  ];
  if (untold > 0) {
    effects.push(
      `Whether ${formatCount(untold)} of them had a payload the recorder does not know: the API's list may not have told it.`,
    );
  }
  if (open > 0) {
    effects.push(
      `${formatCount(open)} of them ${open === 1 ? "is" : "are"} still queued or running and ${
        open === 1 ? "goes" : "go"
      } on: the new ${open === 1 ? "run comes" : "runs come"} beside ${open === 1 ? "it" : "them"}.`,
    );
  }
  if (skipped > 0) {
    effects.push(
      `${formatCount(skipped)} skipped: the API did not say application, version and action of ${skipped === 1 ? "it" : "them"}.`,
    );
  }
  if (cut > 0)
    effects.push(
      `${formatCount(cut)} skipped: only the beginning of ${cut === 1 ? "its payload was" : "their payloads was"} recorded; run ${cut === 1 ? "it" : "them"} again from ${cut === 1 ? "its page" : "their pages"}.`,
    );
  return { runs, skipped: skipped + cut, effects };
}

function planCancel(selected: readonly Invocation[]): BulkPlan {
  const runs = selected.filter((run) => run.status === "queued" || run.status === "running");
  const skipped = selected.length - runs.length;
  const one = runs.length === 1;
  const effects = [
    `${countOf(runs.length)} will end as failed; ${one ? "its" : "their"} browser sessions are destroyed. This cannot be undone.`,
  ];
  if (skipped > 0) {
    effects.push(`${formatCount(skipped)} skipped: not queued or running.`);
  }
  return { runs, skipped, effects };
}
