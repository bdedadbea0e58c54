import { useSyncExternalStore } from "react";
import { notify } from "@/components/ui/toast";
import { presentClock } from "@/lib/present";
import { holdPage } from "@/lib/queries/sign-in-again";
import { type BulkDeps, type BulkJob, type BulkProgress, startBulk } from "./bulk-job.ts";

export interface BulkActState<Subject> {
  /** What the act is about, for its views. */
  readonly subject: Subject;
  /** Undefined until it is started. */
  readonly progress: BulkProgress | undefined;
}

export interface BulkStart<Item> extends Pick<BulkDeps<Item>, "idOf"> {
  /** Performs the call for one item; `batchId` makes the calls one act on many in the audit. */
  act: (item: Item, batchId: string | undefined) => Promise<string | undefined>;
  onOver?: () => void;
  /** The result as a toast, for an act that ends while no view shows it. */
  toast?: (end: BulkProgress) => { title: string; detail: string };
  /** Views show the report until `close`, wherever the act was started: the page is held until then. */
  reportWaits?: boolean;
}

/**
 * One action on many items, from its opening to its report. It belongs to no view: calls continue while no view
 * shows it, and the report is available until `close`.
 */
export class BulkAct<Subject> {
  readonly #listeners = new Set<() => void>();
  #state: BulkActState<Subject> | undefined;
  #job: BulkJob | undefined;
  /** Releases the page, which is held for a report that waits. */
  #release: ReturnType<typeof holdPage> | undefined;

  /** `subject`: opens it at once. */
  constructor(subject?: Subject) {
    if (subject !== undefined) this.open(subject);
  }

  readonly state = (): BulkActState<Subject> | undefined => this.#state;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get inFlight(): boolean {
    return this.#state?.progress !== undefined && this.#state.progress.phase !== "over";
  }

  /** Opens it, in place of what was open before. Does nothing while calls are in flight. */
  open(subject: Subject): void {
    if (this.inFlight) return;
    this.#show({ subject, progress: undefined });
    this.#release?.({ reloads: false });
    this.#release = undefined;
  }

  /** Starts what is open, once: of two clicks the second may come before the first one is rendered. */
  start<Item>(items: readonly Item[], { idOf, act, onOver, toast, reportWaits }: BulkStart<Item>): void {
    if (this.#state === undefined || this.#state.progress !== undefined) return;
    const { subject } = this.#state;
    const batchId = items.length > 1 ? crypto.randomUUID() : undefined;
    // Leaving the dashboard would stop the calls; those in flight would complete without a report.
    const release = holdPage();
    if (reportWaits) this.#release = release;
    this.#job = startBulk(items, {
      idOf,
      act: (item) => act(item, batchId),
      clock: presentClock,
      onProgress: (progress) => this.#show({ subject, progress }),
    });
    void this.#job.finished.then((end) => {
      onOver?.();
      if (toast !== undefined && this.#listeners.size === 0) {
        const { title, detail } = toast(end);
        (end.failures.length + end.unsent.length === 0 ? notify.done : notify.failed)(title, detail);
      }
      // The result is shown now: a load of the page would lose it.
      if (!reportWaits) release({ reloads: false });
    });
  }

  /** Sends no more; calls in flight are awaited. */
  stop(): void {
    this.#job?.stop();
  }

  /** Removes it with its report. Does nothing while calls are in flight. */
  close(): void {
    if (this.inFlight) return;
    this.#show(undefined);
    this.#release?.();
    this.#release = undefined;
  }

  #show(state: BulkActState<Subject> | undefined): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

/** The state of `act`; undefined while it is closed. */
export const useBulkAct = <Subject>(act: BulkAct<Subject>): BulkActState<Subject> | undefined =>
  useSyncExternalStore(act.subscribe, act.state, () => undefined);
