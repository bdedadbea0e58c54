// The invocations that a node runs: takes them from the queue, claims each from the service that works, and reports what
// their runners do.
import { basename, join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { linesOf } from "../kernel/log-lines.ts";
import { RecentSet } from "../kernel/recent-set.ts";
import type { RunJob } from "../runner/runner-messages.ts";
import type { Runner, StartRunner } from "../runner/runner-process.ts";
import { AgentLog, type LoggedSession } from "../sessions/agent-log.ts";
import type { HostedRuns } from "./change-feed.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import type { RunMessage } from "./node-protocol.ts";
import { RunOutbox } from "./run-outbox.ts";

const receivedKept = 10_000;

export interface NodeRunsDeps {
  startRunner: StartRunner;
  /** See `Node`. */
  claim: (invocationId: string) => Promise<RunJob | undefined>;
  fetchCode: (deploymentId: string, into: string) => Promise<void>;
  codeDir: string;
  /** Addresses for runners: this node and its shop. */
  serviceUrl: () => string;
  shopUrl: () => string;
  /** The invocation's sessions of this node. */
  sessionsOf: (invocationId: string) => readonly LoggedSession[];
  clock: Clock;
}

export class NodeRuns implements HostedRuns {
  readonly #deps: NodeRunsDeps;
  /** By invocation; without a runner while its code is fetched. */
  readonly #running = new Map<string, { runner?: Runner; isStopped: boolean }>();
  /** Invocations whose claim is under way; false when they were stopped meanwhile. */
  readonly #claiming = new Map<string, boolean>();
  /** Invocations that were received: the queue may hand one out again, such as after it was offered twice. */
  readonly #received = new RecentSet<string>(receivedKept);
  readonly #outbox = new RunOutbox();
  #queue: InvocationQueue | undefined;

  constructor(deps: NodeRunsDeps) {
    this.#deps = deps;
  }

  /** Takes at most `concurrency` invocations at once. */
  async start(queue: InvocationQueue, concurrency: number): Promise<void> {
    this.#queue = queue;
    if (concurrency > 0) await queue.work(concurrency, async (id) => await this.#run(id));
  }

  ids(): readonly string[] {
    return [...this.#running.keys()];
  }

  stop(id: string): boolean {
    const run = this.#running.get(id);
    if (run === undefined) {
      if (!this.#claiming.has(id)) return false;
      this.#claiming.set(id, false);
      return true;
    }
    run.isStopped = true;
    run.runner?.stop();
    return true;
  }

  watch(after: number, listener: (message: RunMessage) => void): () => void {
    return this.#outbox.watch(after, listener);
  }

  /** Takes no more. */
  async pause(): Promise<void> {
    await this.#queue?.pause();
  }

  async close(): Promise<void> {
    for (const id of this.ids()) this.stop(id);
    await this.#queue?.close();
  }

  /** Resolves when the invocation's runner has exited; rejects when it could not be claimed. */
  async #run(id: string): Promise<void> {
    const { claim, clock, startRunner, sessionsOf } = this.#deps;
    if (this.#claiming.has(id) || this.#received.has(id)) return;
    this.#claiming.set(id, true);
    let run: { runner?: Runner; isStopped: boolean };
    let job: RunJob | undefined;
    try {
      job = await claim(id);
      if (job === undefined) return;
      this.#received.add(id);
      run = { isStopped: this.#claiming.get(id) === false };
      this.#running.set(id, run);
    } finally {
      this.#claiming.delete(id);
    }
    const agentLog = new AgentLog({ sessions: () => sessionsOf(id), timestamp: () => clock.timestamp() });
    const { promise: isGone, resolve } = Promise.withResolvers<void>();
    const gone = (how: string) => {
      this.#running.delete(id);
      this.#outbox.send(id, { kind: "gone", how });
      resolve();
    };
    try {
      run.runner = startRunner(id, await this.#localJob(job), {
        log: (line) => {
          this.#outbox.send(id, { kind: "log", line });
          agentLog.add(linesOf(clock.timestamp(), line));
        },
        outcome: (outcome) => this.#outbox.send(id, outcome),
        gone,
      });
      if (run.isStopped) run.runner.stop();
    } catch (error) {
      gone(`it could not be started: ${messageOf(error)}`);
    }
    await isGone;
  }

  /** With this node's addresses and copy of the code. */
  async #localJob(job: RunJob): Promise<RunJob> {
    const { codeDir, fetchCode, serviceUrl, shopUrl } = this.#deps;
    const local = { ...job, serviceUrl: serviceUrl(), shopUrl: shopUrl() };
    if (job.code === null) return local;
    const deploymentId = basename(job.code.folder);
    const folder = join(codeDir, deploymentId);
    await fetchCode(deploymentId, folder);
    return { ...local, code: { ...job.code, folder } };
  }
}
