// The invocations that run on nodes, for the service that works: queues those that wait, gives each to the node that claims
// it, and takes what its runner does.
import type { Invocations } from "../invocations/invocations.ts";
import type { RunJob } from "../runner/runner-messages.ts";
import type { RunnerEvents, StartRunner } from "../runner/runner-process.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import type { NodeLink } from "./node-link.ts";
import type { RunMessage } from "./node-protocol.ts";

export interface FleetRunsDeps {
  queue: Pick<InvocationQueue, "add">;
  invocations: Pick<Invocations, "claim" | "queuedIds">;
  /** Resolves when everything that has changed is stored. */
  stored: () => Promise<void>;
  hasNodes: () => boolean;
  retryMs: number;
  report: (error: unknown) => void;
}

interface Run {
  link: NodeLink;
  events: RunnerEvents;
}

export class FleetRuns {
  readonly #deps: FleetRunsDeps;
  readonly #runs = new Map<string, Run>();

  constructor(deps: FleetRunsDeps) {
    this.#deps = deps;
  }

  /** Offers a waiting invocation to the nodes, if there are any. */
  offer(id: string): void {
    const { queue, hasNodes, retryMs, report } = this.#deps;
    if (!hasNodes()) return;
    queue.add(id).catch((error: unknown) => {
      report(error);
      setTimeout(() => this.offer(id), retryMs).unref();
    });
  }

  /** Offers all that wait: to a node that has just come, or after one was lost. */
  offerAll(): void {
    for (const id of this.#deps.invocations.queuedIds()) this.offer(id);
  }

  /** Gives a waiting invocation to a node, once it is stored that it runs; undefined when it does not wait any more. */
  async claim(link: NodeLink, id: string): Promise<RunJob | undefined> {
    const { invocations, stored } = this.#deps;
    let claimed: RunJob | undefined;
    const startRunner: StartRunner = (_, job, events) => {
      claimed = job;
      this.#runs.set(id, { link, events });
      return { pid: undefined, stop: () => this.#stop(link, id) };
    };
    if (!invocations.claim(id, startRunner)) return undefined;
    await stored();
    return claimed;
  }

  /** The node that runs the invocation. */
  nodeOf(invocationId: string): NodeLink | undefined {
    return this.#runs.get(invocationId)?.link;
  }

  take(link: NodeLink, { id, event }: RunMessage): void {
    const run = this.#runs.get(id);
    if (run?.link !== link) {
      // It has failed here meanwhile.
      this.#stop(link, id);
      return;
    }
    switch (event.kind) {
      case "log":
        run.events.log(event.line);
        break;
      case "outcome":
        run.events.outcome(event);
        break;
      case "gone":
        this.#runs.delete(id);
        run.events.gone(event.how);
        break;
    }
  }

  /** Compares with the runs that a node has just reported. */
  reconcile(link: NodeLink, reported: readonly string[]): void {
    const present = new Set(reported);
    for (const [id, run] of this.#runs) {
      if (run.link === link && !present.has(id)) this.#gone(id, run, "its node has not reported its end");
    }
    for (const id of reported) {
      if (!this.#runs.has(id)) this.#stop(link, id);
    }
    this.offerAll();
  }

  lose(link: NodeLink): void {
    for (const [id, run] of this.#runs) {
      if (run.link === link) this.#gone(id, run, `its node ${link.entry.name} was lost`);
    }
  }

  #gone(id: string, { events }: Run, how: string): void {
    this.#runs.delete(id);
    events.gone(how);
  }

  #stop(link: NodeLink, id: string): void {
    link.tell(`/node/runs/${id}/stop`, {}).catch(() => {
      // Nothing waits for it: when its node reports it again it is stopped again.
      const run = this.#runs.get(id);
      if (run?.link === link) this.#gone(id, run, "its node cannot be reached");
    });
  }
}
