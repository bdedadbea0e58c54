// Checks of many proxies, a few at a time. The run belongs to the query client, not to a view: it goes on while other
// pages are looked at, and the Proxies page finds it again.
import { MutationObserver, type QueryClient } from "@tanstack/react-query";
import { type BulkProgress, type BulkRun, bulkBounds, startBulk } from "@/components/layout/bulk-run";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { browserClock } from "@/lib/live/clock";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";

export interface CheckRunState {
  progress: BulkProgress;
  /** What each proxy that was checked turned out to be. */
  verdicts: ReadonlyMap<string, string>;
  names: ReadonlyMap<string, string>;
  /** There were more than are checked at once; these are the first. */
  more: boolean;
}

/** Leaving the dashboard would cut the run off; what is under way would still be done, unseen. */
const warn = (event: BeforeUnloadEvent) => event.preventDefault();

export class CheckRuns {
  readonly #client: QueryClient;
  readonly #listeners = new Set<() => void>();
  #run: BulkRun | undefined;
  #state: CheckRunState | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  readonly state = (): CheckRunState | undefined => this.#state;
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  get underWay(): boolean {
    return this.#state !== undefined && this.#state.progress.phase !== "over";
  }

  /** Checks these, as many as are checked at once; does nothing while a run is under way. */
  start(all: readonly FleetProxy[], hasMore = false): void {
    if (this.underWay || all.length === 0) return;
    const more = hasMore || all.length > bulkBounds.most;
    const proxies = all.slice(0, bulkBounds.most);
    const verdicts = new Map<string, string>();
    const names = new Map(proxies.map((proxy) => [proxy.id, proxy.name || proxy.id]));
    window.addEventListener("beforeunload", warn);
    const run = startBulk(proxies, {
      idOf: ({ id }) => id,
      act: async ({ id }) => {
        // Through the mutation cache, so that the row's own button shows it too.
        const checked = await new MutationObserver(this.#client, proxyMutations.check()).mutate({ id });
        verdicts.set(id, checked?.status ?? "unknown");
        return undefined;
      },
      clock: browserClock,
      onProgress: (progress) => this.#show({ progress, verdicts: new Map(verdicts), names, more }),
    });
    this.#run = run;
    void run.finished.then(() => {
      window.removeEventListener("beforeunload", warn);
      return this.#client.invalidateQueries({ queryKey: proxyQueries.all() });
    });
  }

  /** Sends no more; what is under way is awaited. */
  cancel(): void {
    this.#run?.stop();
  }

  /** Puts the result of a run that is over away. */
  dismiss(): void {
    if (!this.underWay) this.#show(undefined);
  }

  #show(state: CheckRunState | undefined): void {
    this.#state = state;
    for (const listener of this.#listeners) listener();
  }
}

const kept = new WeakMap<QueryClient, CheckRuns>();

/** The runs of a query client. */
export function checkRunsOf(client: QueryClient): CheckRuns {
  const known = kept.get(client);
  if (known !== undefined) return known;
  const made = new CheckRuns(client);
  kept.set(client, made);
  return made;
}
