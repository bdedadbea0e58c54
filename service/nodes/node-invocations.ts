// The invocations that a node runs: takes them from the queue, claims each from the service that works, and reports what
// their runners do. They go on while no service is active, within their time limits.
import { basename, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer } from "../http/json-request.ts";
import { limitRunning } from "../invocations/invocation-time-limit.ts";
import { Backoff } from "../kernel/backoff.ts";
import { type Clock, within } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { linesOf } from "../kernel/log-lines.ts";
import { unlessAborted } from "../kernel/on-abort.ts";
import { isOnStandby, Problem } from "../kernel/problem.ts";
import { RecentSet } from "../kernel/recent-set.ts";
import type { InvocationJob, RunnerOutcome } from "../runner/runner-messages.ts";
import type { Runner, RunnerEvents, StartRunner } from "../runner/runner-process.ts";
import { AgentLog, type LoggedSession } from "../sessions/agent-log.ts";
import type { HostedInvocations } from "./change-feed.ts";
import { InvocationOutbox } from "./invocation-outbox.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import type { ClaimedInvocation, InvocationMessage } from "./node-protocol.ts";
import type { StoredResults } from "./stored-results.ts";
import { UsedCopies } from "./used-copies.ts";

const receivedKept = 10_000;
/** How long it asks for an invocation before the queue gives that to any node. */
const claimWithinMs = 60_000;
/** How long it waits for the answers to claims when it closes. */
const closeWithinMs = 5_000;

type InvocationSource = Pick<InvocationQueue, "work" | "pause" | "close">;

export interface NodeInvocationsDeps {
  startRunner: StartRunner;
  /** See `Node`. */
  claim: (invocationId: string) => Promise<ClaimedInvocation | undefined>;
  fetchCode: (deploymentId: string, into: string) => Promise<void>;
  removeCode: (folder: string) => void;
  codeDir: string;
  /** Addresses for runners: this node and its shop. */
  serviceUrl: () => string;
  shopUrl: () => string;
  kept: Pick<StoredResults, "keep" | "forget" | "all">;
  /** The invocation's sessions of this node. */
  sessionsOf: (invocationId: string) => readonly LoggedSession[];
  clock: Clock;
  /** Between attempts to claim, and how long a service takes to connect to this node. */
  retryMs: number;
  lostAfterMs: number;
  /** Receives errors that no caller awaits. */
  report: (error: unknown) => void;
}

interface Claim {
  readonly answer: Promise<ClaimedInvocation | undefined>;
  /** It was stopped before the answer. */
  isStopped: boolean;
}

interface RunningInvocation {
  /** Absent while its code is fetched. */
  runner?: Runner;
  isStopped: boolean;
  /** Resolves when its outcome is kept and reported; absent while it has none. */
  outcome?: Promise<void>;
  /** Over its time limit. */
  isLate?: boolean;
}

export class NodeInvocations implements HostedInvocations {
  readonly #deps: NodeInvocationsDeps;
  /** By invocation. */
  readonly #running = new Map<string, RunningInvocation>();
  /** The claims under way, by invocation. */
  readonly #claiming = new Map<string, Claim>();
  /** Invocations that were received: the queue may hand one out again, such as after it was offered twice. */
  readonly #received = new RecentSet<string>(receivedKept);
  readonly #outbox = new InvocationOutbox();
  /** Those of the code of deployments. */
  readonly #copies: UsedCopies;
  #queue: InvocationSource | undefined;
  #concurrency = 0;
  /** After runners that could not be started: what it takes another node may run. */
  readonly #backoff: Backoff;
  /** Takes no more. */
  #isPaused = false;
  readonly #closing = new AbortController();

  constructor(deps: NodeInvocationsDeps) {
    this.#deps = deps;
    this.#copies = new UsedCopies((id) => deps.removeCode(this.#folderOf(id)), deps.report);
    this.#backoff = new Backoff(deps.clock, () => {
      if (!this.#isPaused && !this.#isClosed) void this.#work();
    });
  }

  /** Reports what earlier processes with this data folder have left. Call it before a service can connect. */
  async restore(): Promise<void> {
    for (const [id, events] of await this.#deps.kept.all()) {
      this.#received.add(id);
      for (const event of events) this.#outbox.send(id, event);
      this.#outbox.send(id, { kind: "gone", how: "its node was started again" });
    }
  }

  /** Takes at most `concurrency` invocations at once. */
  async start(queue: InvocationSource, concurrency: number): Promise<void> {
    this.#queue = queue;
    this.#concurrency = concurrency;
    await this.#work();
  }

  ids(): readonly string[] {
    return [...this.#running.keys()];
  }

  claiming(): readonly string[] {
    return [...this.#claiming.keys()];
  }

  knows(id: string): boolean {
    return this.#claiming.has(id) || this.#running.has(id) || this.#received.has(id);
  }

  /** Whether something runs, or has ended without a service that knows. */
  get isBusy(): boolean {
    return this.#running.size > 0 || this.#claiming.size > 0 || this.#outbox.hasEnds;
  }

  confirm(id: string): void {
    this.#outbox.forget(id);
    void this.#deps.kept.forget(id);
  }

  stop(id: string): boolean {
    const running = this.#running.get(id);
    if (running === undefined) {
      const claim = this.#claiming.get(id);
      if (claim === undefined) return false;
      claim.isStopped = true;
      return true;
    }
    running.isStopped = true;
    running.runner?.stop();
    return true;
  }

  after(seq: number): readonly InvocationMessage[] {
    return this.#outbox.after(seq);
  }

  watch(after: number, listener: (message: InvocationMessage) => void): () => void {
    return this.#outbox.watch(after, listener);
  }

  /** Takes no more. */
  async pause(): Promise<void> {
    this.#isPaused = true;
    await this.#queue?.pause();
  }

  /** Stops what runs; what has not begun is given back, for which the service must still be connected. */
  async close(): Promise<void> {
    this.#closing.abort();
    for (const [id, { runner }] of this.#running) if (runner !== undefined) this.stop(id);
    const answers = [...this.#claiming.values()].map(({ answer }) => answer);
    await Promise.all([this.#queue?.close(), within(closeWithinMs, Promise.allSettled(answers))]);
  }

  get #isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  async #work(): Promise<void> {
    if (this.#concurrency > 0) await this.#queue?.work(this.#concurrency, async (id) => await this.#run(id));
  }

  /** Resolves when the invocation's runner has exited; rejects when it could not be claimed, or is not to be. */
  async #run(id: string): Promise<void> {
    const { clock, startRunner } = this.#deps;
    if (this.#claiming.has(id) || this.#received.has(id)) return;
    if (this.#isClosed) throw new Error("this node is shutting down");
    if (this.#backoff.isOn) throw new Error("this node rests, as it could not start a runner");
    // What ran before a rest has places as well.
    if (this.#running.size + this.#claiming.size >= this.#concurrency) throw new Error("this node is full");
    const claim: Claim = { answer: this.#claim(id), isStopped: false };
    this.#claiming.set(id, claim);
    let running: RunningInvocation;
    let claimed: ClaimedInvocation | undefined;
    try {
      claimed = await claim.answer;
      if (claimed === undefined) return;
      this.#received.add(id);
      // The start that failed here before: it would be taken for this one's.
      this.#outbox.forget(id);
      running = { isStopped: claim.isStopped };
      this.#running.set(id, running);
    } finally {
      this.#claiming.delete(id);
    }
    const { job, timeLimitSeconds } = claimed;
    const stopTimer =
      timeLimitSeconds &&
      limitRunning(clock, timeLimitSeconds, (reason) => this.#endLate(id, running, reason));
    const { promise: isGone, resolve } = Promise.withResolvers<void>();
    const gone = async (how: string, neverBegan = false) => {
      await running.outcome;
      if (stopTimer) stopTimer();
      this.#running.delete(id);
      if (neverBegan && !running.isStopped) {
        this.#received.delete(id);
        if (!this.#backoff.isOn && !this.#isClosed) {
          this.#backoff.begin();
          await this.#queue?.pause();
        }
        const isShuttingDown = this.#isClosed;
        this.#outbox.send(id, {
          kind: "gone",
          how,
          neverBegan,
          ...(isShuttingDown ? { isShuttingDown } : {}),
        });
      } else {
        if (!neverBegan) this.#backoff.reset();
        this.#outbox.send(id, { kind: "gone", how });
      }
      resolve();
    };
    const deploymentId = job.code === null ? undefined : basename(job.code.folder);
    if (deploymentId !== undefined) this.#copies.take(deploymentId);
    try {
      const local = await unlessAborted(this.#closing.signal, this.#localJob(job));
      if (local === undefined) throw new Error("its node is shutting down");
      running.runner = startRunner(id, local, this.#eventsOf(id, running, gone));
      if (running.isStopped) running.runner.stop();
    } catch (error) {
      // A Problem is about what is to run, such as code that is not there.
      await gone(`it could not be started: ${messageOf(error)}`, !(error instanceof Problem));
    }
    await isGone;
    if (deploymentId !== undefined) this.#copies.release(deploymentId);
  }

  /**
   * Asks again while no service answers: an answer that was lost may have given it to this node. Rejects when it is not, or
   * when that takes too long.
   */
  async #claim(id: string): Promise<ClaimedInvocation | undefined> {
    const { claim, retryMs, lostAfterMs } = this.#deps;
    /** Since when no service has answered. */
    let sinceMs = performance.now();
    /** Until when a service that has just come may not be connected to this node yet. */
    let newUntilMs = 0;
    for (;;) {
      try {
        return await claim(id);
      } catch (error) {
        const nowMs = performance.now();
        // No other node gets it meanwhile either.
        const isStarting = isOnStandby(error);
        if (isStarting) sinceMs = nowMs;
        const isUnanswered = isStarting || error instanceof NoAnswer;
        if (isUnanswered) newUntilMs = nowMs + lostAfterMs;
        const mayBeGiven = isUnanswered ? nowMs - sinceMs < claimWithinMs : nowMs < newUntilMs;
        if (!mayBeGiven || this.#isClosed) throw error;
      }
      await sleep(retryMs);
    }
  }

  #eventsOf(
    id: string,
    running: RunningInvocation,
    gone: (how: string, neverBegan?: boolean) => Promise<void>,
  ): RunnerEvents {
    const { clock, sessionsOf } = this.#deps;
    const agentLog = new AgentLog({ sessions: () => sessionsOf(id) });
    return {
      log: (line) => {
        const at = clock.timestamp();
        this.#outbox.send(id, { kind: "log", line, at });
        agentLog.add(linesOf(at, line));
      },
      outcome: (outcome) => {
        if (running.isLate) return;
        running.outcome = this.#report(id, outcome, running.outcome);
      },
      gone: (how, neverBegan) => void gone(how, neverBegan),
    };
  }

  /** One after another: a runner may replace its outcome, and what is written last is what counts. */
  async #report(id: string, outcome: RunnerOutcome, before: Promise<void> | undefined): Promise<void> {
    await before;
    await this.#deps.kept.keep(id, [...this.#outbox.eventsOf(id), outcome]);
    this.#outbox.send(id, outcome);
  }

  /** Stops an invocation that is late; where its outcome came in time, only the release of its sessions. */
  #endLate(id: string, running: RunningInvocation, reason: string): void {
    if (running.outcome === undefined) this.#outbox.send(id, { kind: "outcome", ok: false, reason });
    running.isLate = true;
    this.stop(id);
  }

  /** With this node's addresses and copy of the code. */
  async #localJob(job: InvocationJob): Promise<InvocationJob> {
    const { fetchCode, serviceUrl, shopUrl } = this.#deps;
    const local = { ...job, serviceUrl: serviceUrl(), shopUrl: shopUrl() };
    if (job.code === null) return local;
    const deploymentId = basename(job.code.folder);
    const folder = this.#folderOf(deploymentId);
    await fetchCode(deploymentId, folder);
    return { ...local, code: { ...job.code, folder } };
  }

  #folderOf(deploymentId: string): string {
    return join(this.#deps.codeDir, deploymentId);
  }
}
