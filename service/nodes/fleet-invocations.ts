// The invocations that run on nodes, for the service that works: queues those that wait, gives each to the node that claims
// it, and takes what its runner does. A node goes on with what it runs while no service is active; the next one takes it over.
import { setTimeout as sleep } from "node:timers/promises";
import type { Invocations, NodeRunner } from "../invocations/invocations.ts";
import { Problem } from "../kernel/problem.ts";
import { withoutRepeats } from "../kernel/without-repeats.ts";
import type { InvocationJob } from "../runner/runner-messages.ts";
import type { RunnerEvents } from "../runner/runner-process.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import type { NodeLink } from "./node-link.ts";
import type { ClaimedInvocation, InvocationMessage } from "./node-protocol.ts";

export interface FleetInvocationsDeps {
  queue: Pick<InvocationQueue, "add">;
  invocations: Pick<
    Invocations,
    "claim" | "requeue" | "move" | "resume" | "unresumed" | "isOver" | "timeLimitOf" | "queuedIds"
  >;
  /** Resolves when everything that has changed is stored. */
  stored: () => Promise<void>;
  hasNodes: () => boolean;
  /** The node with this id, or one that was started later with its data folder and hands over what it has left. */
  successorOf: (node: string) => NodeLink | undefined;
  retryMs: number;
  report: (error: unknown) => void;
}

interface GivenInvocation {
  link: NodeLink;
  job: InvocationJob;
  events: RunnerEvents;
  /** When its last line was written, RFC 3339; empty before the first. */
  loggedAt: string;
  /** `loggedAt` at the end of the earlier process of its node that it was given to. Lines until then come again. */
  inheritedAt?: string;
  /** How often its node has asked for it. */
  claims: number;
}

/** How often an invocation is given to a node that cannot start it before it fails. */
const failedStartsLimit = 3;

export class FleetInvocations {
  readonly #deps: FleetInvocationsDeps;
  readonly #given = new Map<string, GivenInvocation>();
  /** Invocations that are in the queue for nodes, as far as it was this service that offered them. */
  readonly #offered = new Set<string>();
  /** How often nodes could not start an invocation, of those that were queued again; not counting nodes that shut down. */
  readonly #failedStarts = new Map<string, number>();
  /** Ended invocations whose nodes do not know yet that the end is stored. */
  readonly #unconfirmed = new Map<string, NodeLink>();
  #toOffer: string[] = [];
  #offering: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: FleetInvocationsDeps) {
    this.#deps = deps;
  }

  /** Offers a waiting invocation to the nodes, if there are any. */
  offer(id: string): void {
    if (!this.#deps.hasNodes() || this.#offered.has(id)) return;
    this.#offered.add(id);
    this.#toOffer.push(id);
    this.#offering ??= this.#offerNext().finally(() => {
      this.#offering = undefined;
    });
  }

  /** Offers all that wait and were not offered yet, such as to a node that has just come. */
  offerAll(): void {
    for (const id of this.#deps.invocations.queuedIds()) this.offer(id);
  }

  /** Offers all that wait once more: the queue's database may have lost them. A second offer of one does no harm. */
  offerAgain(): void {
    this.#offered.clear();
    this.offerAll();
  }

  /**
   * Gives a waiting invocation to a node, once it is stored that it runs; undefined when it does not wait any more. A node
   * that asks again has not received its job, and gets it; so does another one when the first has given up asking, as while
   * the database was away.
   */
  async claim(link: NodeLink, id: string): Promise<ClaimedInvocation | undefined> {
    const { invocations, stored } = this.#deps;
    this.#offered.delete(id);
    const before = this.#given.get(id);
    if (before?.link === link) before.claims += 1;
    else if (before !== undefined) await this.#moveUnknown(id, before, link);
    // One that was queued again has ended.
    else if (!invocations.claim(id, this.#runnerOn(link))) this.#failedStarts.delete(id);
    if (this.#given.get(id)?.link !== link) return undefined;
    await stored();
    // It may have ended meanwhile.
    const given = this.#given.get(id);
    if (given?.link !== link) return undefined;
    return { job: given.job, timeLimitSeconds: invocations.timeLimitOf(id) };
  }

  /** The node that runs the invocation. */
  nodeOf(invocationId: string): NodeLink | undefined {
    return this.#given.get(invocationId)?.link;
  }

  take(link: NodeLink, { id, event }: InvocationMessage): void {
    // What an earlier process has left is how the invocation has ended, also before it is noticed that this process is gone.
    const given = this.#inherited(link, id, { whileOpen: true }) ?? this.#resume(link, id);
    if (given?.link !== link) {
      // It had ended before, as when the end was reported to an earlier service.
      if (event.kind === "gone") void this.#confirm(link, id);
      return;
    }
    switch (event.kind) {
      case "log":
        if (event.at !== undefined && event.at <= (given.inheritedAt ?? "")) return;
        given.loggedAt = event.at ?? given.loggedAt;
        given.events.log(event.line, event.at);
        break;
      case "outcome":
        given.events.outcome(event);
        break;
      case "gone":
        if (event.neverBegan && this.#requeue(id, given, event)) break;
        this.#gone(id, given, event.how);
        void this.#confirm(link, id);
        break;
    }
  }

  /** Compares with the invocations that a node has just reported, after what they have done. */
  reconcile(
    link: NodeLink,
    { runs: running, claiming = [] }: { runs: readonly string[]; claiming?: readonly string[] },
  ): void {
    this.#resumeAll(link);
    for (const [id, other] of this.#unconfirmed) if (other === link) void this.#confirm(link, id);
    const present = new Set([...running, ...claiming]);
    for (const id of this.#given.keys()) {
      const given = this.#inherited(link, id);
      if (given?.link !== link || present.has(id)) continue;
      const isRestarted = given.inheritedAt !== undefined;
      const how = isRestarted ? `its node ${link.entry.name} was started again` : "its node does not run it";
      this.#gone(id, given, how);
    }
    for (const id of running) {
      if (this.#given.get(id)?.link !== link) this.#stop(link, id);
    }
    this.offerAll();
  }

  /** Unless a node with its data folder is about to report: that has what it has left, and ends the rest. */
  lose(link: NodeLink): void {
    for (const [id, other] of this.#unconfirmed) if (other === link) this.#unconfirmed.delete(id);
    const successor = this.#deps.successorOf(link.id);
    if (successor !== undefined && successor.id !== link.id && !successor.isOpen && !successor.isLost) return;
    this.#resumeAll(link);
    for (const id of this.#given.keys()) {
      const given = this.#inherited(link, id);
      if (given?.link === link) this.#gone(id, given, `its node ${link.entry.name} was lost`);
    }
  }

  /** Ends what ran on nodes that have not registered any more; call it when the nodes are known. */
  loseUnregistered(): void {
    const { invocations, successorOf } = this.#deps;
    for (const { id, node } of invocations.unresumed()) {
      if (successorOf(node) !== undefined) continue;
      const startRunner: NodeRunner["startRunner"] = (_, __, events) => {
        queueMicrotask(() => events.gone("its node was lost"));
        return { pid: undefined, stop() {} };
      };
      invocations.resume(id, { node, startRunner });
    }
  }

  /** Offers nothing more. */
  close(): void {
    this.#isClosed = true;
  }

  /** One after another, in their order; while the database is away it is tried again. */
  async #offerNext(): Promise<void> {
    const { queue, retryMs } = this.#deps;
    const report = withoutRepeats(this.#deps.report);
    for (let id = this.#toOffer[0]; id !== undefined && !this.#isClosed; id = this.#toOffer[0]) {
      try {
        await queue.add(id, { isFirst: this.#failedStarts.has(id) });
        this.#toOffer.shift();
      } catch (error) {
        report(error);
        await sleep(retryMs);
      }
    }
  }

  #runnerOn(link: NodeLink): NodeRunner {
    return {
      node: link.id,
      earlier: link.entry.earlier,
      startRunner: (id, job, events) => {
        const given: GivenInvocation = { link, job, events, loggedAt: "", claims: 1 };
        this.#given.set(id, given);
        return { pid: undefined, stop: () => this.#stop(given.link, id) };
      },
    };
  }

  /** Has it wait for any node again, where its own could not start it; false where it is to end. */
  #requeue(
    id: string,
    given: GivenInvocation,
    { how, isShuttingDown }: { how: string; isShuttingDown?: true },
  ): boolean {
    const { invocations, report } = this.#deps;
    const failedStarts = (this.#failedStarts.get(id) ?? 0) + (isShuttingDown ? 0 : 1);
    if (failedStarts >= failedStartsLimit) return false;
    if (!isShuttingDown)
      report(new Error(`the node ${given.link.entry.name} could not start the invocation ${id}: ${how}`));
    try {
      if (!invocations.requeue(id)) return false;
    } catch (error) {
      report(error);
      return false;
    }
    this.#gone(id, given, how);
    this.#failedStarts.set(id, failedStarts);
    // No confirmation: it could reach the node while that runs it. The node forgets this attempt with the next one.
    this.offer(id);
    return true;
  }

  /** Gives an invocation to another node, unless its own may run it. */
  async #moveUnknown(id: string, given: GivenInvocation, to: NodeLink): Promise<void> {
    const { link, claims } = given;
    // Without an answer it is lost, or reports what it runs when it is connected again.
    if (await link.knowsInvocation(id).catch(() => true)) return;
    if (this.#given.get(id) !== given || given.link !== link || given.claims !== claims) return;
    this.#deps.invocations.move(id, to.id);
    given.link = to;
  }

  /** Takes over what an earlier service has given to the node; undefined when it has given it nothing such. */
  #resume(link: NodeLink, id: string): GivenInvocation | undefined {
    this.#deps.invocations.resume(id, this.#runnerOn(link));
    return this.#given.get(id);
  }

  #resumeAll(link: NodeLink): void {
    for (const { id, node } of this.#deps.invocations.unresumed()) {
      const holder = this.#deps.successorOf(node);
      if (holder !== undefined && holder.id !== link.id && holder.isOpen) continue;
      const given = this.#resume(link, id);
      if (given?.link === link && node !== link.id) given.inheritedAt = "";
    }
  }

  /** The invocation, which is this node's own from now on when an earlier process of it was given it. */
  #inherited(link: NodeLink, id: string, { whileOpen = false } = {}): GivenInvocation | undefined {
    const given = this.#given.get(id);
    if (given === undefined || !link.entry.earlier.includes(given.link.id)) return given;
    // A node that is connected goes on itself: the other one has a copy of its folder.
    if (given.link.isOpen && !whileOpen) return given;
    given.link = link;
    given.inheritedAt = given.loggedAt;
    return given;
  }

  /** Tells the node that it is stored how the invocation ended. */
  async #confirm(link: NodeLink, id: string): Promise<void> {
    const { invocations, stored } = this.#deps;
    this.#unconfirmed.set(id, link);
    try {
      const isOver = await invocations.isOver(id);
      await stored();
      if (isOver) await link.tell(`/node/runs/${id}/confirm`, {});
      this.#unconfirmed.delete(id);
    } catch (error) {
      // Without an answer when it is connected again.
      if (error instanceof Problem) this.#unconfirmed.delete(id);
    }
  }

  #gone(id: string, { events }: GivenInvocation, how: string): void {
    this.#given.delete(id);
    this.#failedStarts.delete(id);
    events.gone(how);
  }

  #stop(link: NodeLink, id: string): void {
    link.tell(`/node/runs/${id}/stop`, {}).catch(() => {
      // It does not run, or its node cannot be reached: when that reports it again it is stopped again.
      const given = this.#given.get(id);
      if (given?.link === link) this.#gone(id, given, "its node does not run it");
    });
  }
}
