// The acts that were begun for a request. They outlive the dialog that began them: who leaves the page has still sent
// them, so they go on, and their report waits until it was seen.

import { type BulkProgress, type BulkRun, startBulk } from "@/components/layout/bulk-run";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { browserClock } from "@/lib/live/clock";
import { cancelRun, invokeAgain } from "@/lib/queries/invocation-acts";
import type { BulkAct } from "./bulk-plan.ts";
import { type BulkRequest, holdBulk } from "./bulk-request.ts";
import { doingWords, summaryOf } from "./bulk-words.ts";

const acts = { again: invokeAgain, cancel: cancelRun } as const satisfies Record<
  BulkAct,
  (run: Invocation, reason: string) => Promise<string | undefined>
>;

const reportWaits = "The report waits on the page Invocations.";

interface Begun {
  readonly request: BulkRequest;
  readonly act: BulkAct;
  readonly run: BulkRun;
  progress: BulkProgress;
}

const listeners = new Set<() => void>();
let begun: Begun | undefined;
/** Dialogs on the screen. */
let watchers = 0;

const warn = (event: BeforeUnloadEvent) => event.preventDefault();
const isOver = ({ progress }: Begun) => progress.phase === "over";

function announce(): void {
  for (const listener of listeners) listener();
}

/** How far the acts of a request are; undefined before they were begun. */
export const progressOf = (request: BulkRequest): BulkProgress | undefined =>
  begun?.request === request ? begun.progress : undefined;

/** Begins the acts of a request, once. Leaving the dashboard warns until they are over. */
export function beginBulk(
  request: BulkRequest,
  act: BulkAct,
  runs: readonly Invocation[],
  { reason, onOver }: { reason: string; onOver: () => void },
): void {
  // State is not yet rendered between two clicks of one frame; this is.
  if (begun?.request === request || (begun !== undefined && !isOver(begun))) return;
  window.addEventListener("beforeunload", warn);
  let mine: Begun | undefined;
  let newest: BulkProgress | undefined;
  const run = startBulk(runs, {
    idOf: ({ id }) => id,
    act: (each) => acts[act](each, reason),
    clock: browserClock,
    onProgress(progress) {
      newest = progress;
      if (mine !== undefined) mine.progress = progress;
      if (progress.phase === "over") window.removeEventListener("beforeunload", warn);
      announce();
    },
  });
  if (newest === undefined) return;
  const started: Begun = { request, act, run, progress: newest };
  mine = begun = started;
  announce();
  holdBulk(request, () => {
    if (isOver(started)) return false;
    notify.note(`${doingWords[act](started.progress.total)} goes on`, reportWaits);
    return true;
  });
  void run.finished.then((end) => {
    onOver();
    if (watchers > 0) return;
    const words = summaryOf(act, end, 0);
    const say = end.failures.length + end.unsent.length === 0 ? notify.done : notify.failed;
    say(words, reportWaits);
  });
}

/** Sends no more of a request; what is under way is awaited. */
export function stopBulk(request: BulkRequest): void {
  if (begun?.request === request) begun.run.stop();
}

/** A view that shows a request hears of its progress; the answer ends that. */
export function watchBulk(changed: () => void): () => void {
  listeners.add(changed);
  watchers += 1;
  return () => {
    listeners.delete(changed);
    watchers -= 1;
  };
}
