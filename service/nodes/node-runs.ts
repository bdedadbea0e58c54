// The invocations that a node runs: takes them from the queue, claims each from the service that works, and reports what
// their runners do.
import { basename, join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { linesOf } from "../kernel/log-lines.ts";
import type { RunJob } from "../runner/runner-messages.ts";
import type { Runner, StartRunner } from "../runner/runner-process.ts";
import { AgentLog, type LoggedSession } from "../sessions/agent-log.ts";
import type { InvocationQueue } from "./invocation-queue.ts";
import type { RunMessage } from "./node-protocol.ts";
import type { HostedRuns } from "./node-routes.ts";

/** Reports that wait for a service to connect; more are dropped, the ends of runs excepted. */
const waitingLimit = 20_000;

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
  report: (error: unknown) => void;
}

export class NodeRuns implements HostedRuns {
  readonly #deps: NodeRunsDeps;
  /** By invocation; without a runner while its code is fetched. */
  readonly #running = new Map<string, { runner?: Runner; isStopped: boolean }>();
  readonly #listeners = new Set<(message: RunMessage) => void>();
  #waiting: RunMessage[] = [];
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

  stop(id: string): void {
    const run = this.#running.get(id);
    if (run === undefined) return;
    run.isStopped = true;
    run.runner?.stop();
  }

  watch(listener: (message: RunMessage) => void): () => void {
    this.#listeners.add(listener);
    for (const message of this.#waiting) listener(message);
    this.#waiting = [];
    return () => this.#listeners.delete(listener);
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
    const job = await claim(id);
    if (job === undefined) return;
    const run: { runner?: Runner; isStopped: boolean } = { isStopped: false };
    this.#running.set(id, run);
    const agentLog = new AgentLog({ sessions: () => sessionsOf(id), timestamp: () => clock.timestamp() });
    const { promise: isGone, resolve } = Promise.withResolvers<void>();
    const gone = (how: string) => {
      this.#running.delete(id);
      this.#send({ type: "run", id, event: { kind: "gone", how } });
      resolve();
    };
    try {
      run.runner = startRunner(id, await this.#localJob(job), {
        log: (line) => {
          this.#send({ type: "run", id, event: { kind: "log", line } });
          agentLog.add(linesOf(clock.timestamp(), line));
        },
        outcome: (event) => this.#send({ type: "run", id, event }),
        gone,
      });
      if (run.isStopped) run.runner.stop();
    } catch (error) {
      gone(`it could not be started: ${error instanceof Error ? error.message : String(error)}`);
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

  #send(message: RunMessage): void {
    for (const listener of this.#listeners) listener(message);
    if (this.#listeners.size > 0) return;
    if (this.#waiting.length < waitingLimit || message.event.kind !== "log") this.#waiting.push(message);
  }
}
