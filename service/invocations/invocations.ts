// The durable queue of invocations. Their state is in the database; only running executions are in memory. A row is
// marked running before its runner starts, so a service that dies runs no invocation twice. One that runs on a node goes on
// without the service, and is resumed by the next.
import type { Browser } from "../../lib/contract/browsers.ts";
import {
  asyncTimeoutSeconds,
  type Invocation,
  type InvocationCreate,
  type InvocationEvent,
  type InvocationFilters,
  payloadMaxBytes,
} from "../../lib/contract/invocations.ts";
import type { Paging } from "../../lib/contract/paging.ts";
import type { AppVersions } from "../deployments/app-versions.ts";
import type { Access } from "../kernel/access.ts";
import { Backoff } from "../kernel/backoff.ts";
import type { Clock } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import { follow } from "../kernel/follow-events.ts";
import { newId } from "../kernel/ids.ts";
import { KeyedNotifier } from "../kernel/keyed-notifier.ts";
import { gracePeriods } from "../kernel/paces.ts";
import { badRequest, conflict, notFound, Problem, shuttingDown, tooMany } from "../kernel/problem.ts";
import { Retries } from "../kernel/retries.ts";
import type { Store } from "../kernel/store.ts";
import { restAfterFailedStarts } from "../runner/rest-after-failed-starts.ts";
import type { DeployedCode, InvocationJob } from "../runner/runner-messages.ts";
import type { StartRunner } from "../runner/runner-process.ts";
import type { Reader } from "../sessions/browser-resources.ts";
import { InvocationExecution } from "./invocation-execution.ts";
import { InvocationLogs, linesWithoutFile } from "./invocation-logs.ts";
import { InvocationRows, type StoredInvocation, toInvocation } from "./invocation-rows.ts";
import type { SessionsPort } from "./invocation-sessions.ts";
import {
  clientLeftReason,
  type EndEvent,
  isOpen,
  neverRunReason,
  serviceStoppedReason,
} from "./invocation-state.ts";
import { limitRunning, limitWaiting, syncLimitSeconds } from "./invocation-time-limit.ts";

/** The part of deployments that the queue uses. */
export interface DeploymentsPort {
  /** The code to run: null for a sample, undefined when it was removed. */
  codeOf(deploymentId: string): DeployedCode | null | undefined;
  /** Called after every end of an invocation. */
  invocationOver(deploymentId: string): Promise<void>;
}

export interface InvocationsDeps {
  store: Store;
  /** Folder of all logs; created if needed. */
  logsDir: string;
  sessions: SessionsPort;
  access: Access;
  startRunner: StartRunner;
  clock: Clock;
  /** Between attempts to store a start or an end that could not be stored. */
  retryMs: number;
  versions: Pick<AppVersions, "find">;
  deployments: DeploymentsPort;
  /** Addresses for runners; available once the service listens. */
  serviceUrl: () => string;
  shopUrl: () => string;
  /** How many `startRunner` runs at once. */
  maxRunning: number;
  /** Called with each invocation that waits because so many run: a node may claim it. */
  onWaiting?: ((id: string) => void) | undefined;
  /** Whether there are nodes, on which invocations go on that an earlier process has given them. */
  hasNodes?: boolean;
  maxQueued?: number;
  /** Receives internal errors. */
  report: (error: unknown) => void;
}

const standardMaxQueued = 5_000;

/** What runs an invocation on a node. */
export interface NodeRunner {
  /** The node's id. */
  node: string;
  /** Those of its earlier processes, for which it answers. */
  earlier?: readonly string[];
  startRunner: StartRunner;
}

interface Running {
  execution: InvocationExecution;
  settled: Promise<void>;
  /** Undefined where the service itself runs it. */
  node: string | undefined;
  /** Stops its time limit: it is left to the next service, or waits again. */
  leave: () => void;
}

/** A caller that waits for the end of a synchronous invocation. */
interface Waiter extends PromiseWithResolvers<StoredInvocation> {
  /** Aborted when its client has left. */
  left: AbortSignal | undefined;
}

/** Queues, runs and ends invocations and streams their events. */
export class Invocations {
  readonly #deps: InvocationsDeps;
  readonly #rows: InvocationRows;
  readonly #logs: InvocationLogs;
  readonly #running = new Map<string, Running>();
  /** Those that an earlier process has given to nodes, which send all of their lines again. */
  readonly #resumed = new Set<string>();
  readonly #waiters = new Map<string, Waiter>();
  readonly #unsubscribe: () => void;
  readonly #notifier = new KeyedNotifier();
  /** What could not be stored, by the invocation's id, and the start of those that wait. */
  readonly #retries: Retries;
  /** After runners that could not be started here: what waits is left to nodes, or to a later attempt. */
  readonly #backoff: Backoff;
  readonly #startHere: StartRunner;
  #closed = false;
  #started = false;

  constructor(deps: InvocationsDeps) {
    this.#deps = deps;
    const { clock, report, retryMs } = deps;
    this.#rows = new InvocationRows(deps.store, () => clock.timestamp());
    this.#retries = new Retries({ clock, report, intervalMs: retryMs });
    this.#backoff = new Backoff(clock, () => this.#pump());
    this.#startHere = restAfterFailedStarts(deps.startRunner, this.#backoff, (id) => this.#waitAgain(id));
    this.#unsubscribe = deps.sessions.onEnding(({ id, invocationId, node }, reason) => {
      if (invocationId === undefined) return;
      // Its end is that of the runner as well, and not the cause of what the node hands over when it is started again.
      const isLostTogether =
        reason === "node_lost" && node !== null && node === this.#rows.find(invocationId)?.node;
      if (!isLostTogether) this.#running.get(invocationId)?.execution.sessionEnded(id, reason);
    });
    this.#rows.failLeft({ onNodes: !deps.hasNodes });
    // Their runners may call before their nodes have reported them.
    for (const { id } of this.#rows.runningOnNodes()) deps.access.issueForInvocation(id);
    this.#logs = new InvocationLogs(deps.logsDir, (id) => this.#rows.find(id)?.finished_at);
  }

  /** Starts processing the queue; before that, invocations are only queued. */
  start(): void {
    this.#started = true;
    this.#pump();
  }

  /** Ids of those that wait, oldest first. */
  queuedIds(): string[] {
    return this.#rows.queuedIds();
  }

  /** Runs a queued invocation on a node, by this runner. False when it does not wait any more. */
  claim(id: string, on: NodeRunner): boolean {
    if (!this.#started || this.#closed) return false;
    const row = this.#rows.apply(id, { kind: "started", node: on.node });
    if (row === undefined) return false;
    this.#run(row, on);
    return true;
  }

  /** Goes on with an invocation that an earlier process has given to this node. False when that has none such. */
  resume(id: string, on: NodeRunner): boolean {
    const row = this.#rows.find(id);
    if (this.#closed || row?.status !== "running" || this.#running.has(id)) return false;
    if (row.node !== on.node && !on.earlier?.includes(row.node ?? "")) return false;
    this.#resumed.add(id);
    this.#run(row, on, { resumes: true });
    return true;
  }

  /** Stores that another node runs it. */
  move(id: string, node: string): void {
    this.#rows.move(id, node);
  }

  /**
   * Has an invocation that could not be started wait again in its place in the queue; one without its client any more
   * fails. False when it has ended or is being stopped. Throws when that cannot be stored.
   */
  requeue(id: string): boolean {
    const running = this.#running.get(id);
    if (running === undefined || running.execution.isStopped) return false;
    const row = this.#rows.apply(id, { kind: "neverBegan" });
    if (row === undefined) return false;
    running.leave();
    this.#running.delete(id);
    this.#resumed.delete(id);
    this.#deps.access.revokeInvocation(id);
    this.#notifier.ring(id);
    const waiter = this.#waiters.get(id);
    if (row.waited_for === 1 && (waiter === undefined || waiter.left?.aborted)) this.#clientLeft(id);
    this.#pump();
    return true;
  }

  /** Those that run on nodes and are not resumed yet. */
  unresumed(): { id: string; node: string }[] {
    return this.#rows.runningOnNodes().filter(({ id }) => !this.#running.has(id));
  }

  /** Whether the invocation has ended, as soon as nothing runs it here any more. */
  async isOver(id: string): Promise<boolean> {
    await this.#running.get(id)?.settled;
    const row = this.#rows.find(id);
    return row === undefined || !isOpen(row.status);
  }

  /** In seconds. */
  timeLimitOf(id: string): number {
    return this.#row(id).time_limit_seconds;
  }

  get queuedCount(): number {
    return this.#rows.count("queued");
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Queues an invocation durably. Throws 400, 404 or 429, and 503 after `close`. */
  create(request: InvocationCreate): StoredInvocation {
    if (this.#closed) throw shuttingDown();
    const version = this.#deps.versions.find(request);
    if (request.payload !== undefined) checkJson(request.payload, "payload");
    if (this.queuedCount >= (this.#deps.maxQueued ?? standardMaxQueued)) {
      throw tooMany("too many invocations are waiting; try again later", 10);
    }
    const isAsync = request.async ?? false;
    const row = this.#rows.insert({
      id: newId(),
      app_name: version.app_name,
      version: version.version,
      action_name: request.action_name,
      deployment_id: version.deployment_id,
      payload: request.payload ?? null,
      time_limit_seconds: isAsync
        ? (request.async_timeout_seconds ?? asyncTimeoutSeconds.standard)
        : syncLimitSeconds,
      waited_for: isAsync ? 0 : 1,
    });
    queueMicrotask(() => {
      this.#pump();
      if (this.#rows.find(row.id)?.status === "queued") this.#deps.onWaiting?.(row.id);
    });
    return row;
  }

  /**
   * Queues an invocation and resolves when it has ended, within `syncLimitSeconds`. `left` aborts when its client leaves: that
   * fails it while it waits, as the client may repeat it. Throws as `create`; rejects with Problem 503 when the service stops
   * first and its end cannot be stored.
   */
  createAndWait(request: InvocationCreate, left?: AbortSignal): Promise<StoredInvocation> {
    const { id } = this.create(request);
    const onLeft = () => this.#clientLeft(id);
    left?.addEventListener("abort", onLeft, { once: true });
    const stopTimer = limitWaiting(this.#deps.clock, (reason) => this.#breakOff(id, reason));
    const waiter: Waiter = { ...Promise.withResolvers<StoredInvocation>(), left };
    this.#waiters.set(id, waiter);
    return waiter.promise.finally(() => {
      stopTimer();
      left?.removeEventListener("abort", onLeft);
    });
  }

  list(filters: InvocationFilters): { items: Invocation[]; paging: Paging } {
    const { rows, paging } = this.#rows.list(filters);
    return { items: rows.map(toInvocation), paging };
  }

  /** Throws 404. */
  retrieve(id: string): Invocation {
    return toInvocation(this.#row(id));
  }

  /** Streams an invocation's states and log lines until it has ended or `signal` aborts. Throws 404 at once. */
  follow(
    id: string,
    since: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<InvocationEvent[], void> {
    this.#row(id);
    const { clock } = this.#deps;
    const subject = {
      snapshot: () => {
        const row = this.#row(id);
        const hasEnded = !isOpen(row.status);
        // Lines of a cancelled action come until its process has ended; its final state follows them.
        const over = hasEnded && !this.#running.has(id);
        const state = (): InvocationEvent[] => [
          { event: "invocation_state", timestamp: clock.timestamp(), invocation: toInvocation(row) },
        ];
        return { status: row.status, over, state: hasEnded && !over ? () => [] : state };
      },
      log: () => this.#logs.reader(id, () => linesWithoutFile(this.#row(id))),
      addsNewLines: () => this.#row(id).node !== null && !this.#resumed.has(id),
      news: () => this.#notifier.next(id),
      stopping: () => this.#closed && !this.#running.has(id),
    };
    return follow<InvocationEvent>(subject, { since, clock, signal });
  }

  /** Ends an open invocation and its sessions. Throws 400, 404 or 409. */
  async update(
    id: string,
    requested: { status: "succeeded" | "failed"; output?: string | undefined },
  ): Promise<Invocation> {
    const before = this.#row(id);
    if (requested.output !== undefined) checkJson(requested.output, "output");
    const after = this.#end(id, { kind: "forced", status: requested.status, output: requested.output });
    if (!after) throw conflict(`this invocation has already ${before.status}`);
    await this.#endSessions(id, "invocation_ended");
    return toInvocation(after);
  }

  /** Whether a new session may belong to this invocation: only while it is running. */
  acceptsSessions(id: string): boolean {
    return this.#rows.find(id)?.status === "running";
  }

  /** Active sessions of an invocation. Throws 404, and 503 while they are not all known, as does `endBrowsers`. */
  async browsers(id: string, reader: Reader): Promise<Browser[]> {
    this.#row(id);
    this.#deps.sessions.checkReported(id);
    return await this.#deps.sessions.browsersOf(id, reader);
  }

  /** Ends all sessions of an invocation, which itself continues. Throws 404. */
  async endBrowsers(id: string): Promise<void> {
    this.#row(id);
    this.#deps.sessions.checkReported(id);
    await this.#endSessions(id, "deleted");
  }

  /** The number of a deployment's invocations that are queued or running. */
  openCount(deploymentId: string): number {
    return this.#rows.openOf(deploymentId).length;
  }

  /** Ends all open invocations of a deployment and their sessions. */
  async endOfDeployment(deploymentId: string, reason: string): Promise<void> {
    const ids = this.#rows.openOf(deploymentId);
    for (const id of ids) this.#end(id, { kind: "broke", reason });
    await Promise.all(ids.map((id) => this.#endSessions(id, "invocation_ended")));
  }

  /**
   * Stops and fails the invocations that run here, and fails those that wait with their clients; other queued ones and those
   * on nodes remain for the next start.
   */
  async close(): Promise<void> {
    this.#closed = true;
    this.#retries.close();
    for (const [id, { node, leave }] of [...this.#running]) {
      if (node === undefined) continue;
      leave();
      this.#running.delete(id);
    }
    const running = [...this.#running];
    for (const [id] of running) this.#breakOff(id, serviceStoppedReason);
    for (const id of [...this.#waiters.keys()]) if (!this.#running.has(id)) this.#answerAtStop(id);
    this.#notifier.notifyAll();
    await Promise.all(running.map(([, { settled }]) => settled));
    for (const [id, waiter] of this.#waiters) waiter.reject(endNotStored(id));
    this.#unsubscribe();
  }

  /** With a key of its own: the end of one that runs by the time of a retry is stored all the same. */
  #clientLeft(id: string): void {
    void this.#retries.run(`left ${id}`, () => {
      if (this.#rows.find(id)?.status === "queued")
        this.#end(id, { kind: "broke", reason: clientLeftReason });
    });
  }

  /** Answers the client of one that does not run here. The next start fails what waits, and goes on with what runs on a node. */
  #answerAtStop(id: string): void {
    const waiter = this.#waiters.get(id);
    try {
      const row = this.#row(id);
      if (row.status === "queued") this.#end(id, { kind: "broke", reason: neverRunReason });
      else waiter?.resolve(row);
    } catch (error) {
      this.#deps.report(error);
      waiter?.reject(shuttingDown());
    }
  }

  #row(id: string): StoredInvocation {
    const row = this.#rows.find(id);
    if (!row) throw notFound(`the invocation ${id}`);
    return row;
  }

  #pump(): void {
    void this.#retries.run("queue", () => this.#startQueued());
  }

  #startQueued(): void {
    while (
      this.#started &&
      !this.#closed &&
      !this.#backoff.isOn &&
      this.#runningHere < this.#deps.maxRunning
    ) {
      const next = this.#rows.nextQueued();
      const row = next && this.#rows.apply(next.id, { kind: "started" });
      if (!row) return;
      this.#run(row, { startRunner: this.#startHere });
    }
  }

  #waitAgain(id: string): void {
    try {
      if (this.requeue(id)) this.#deps.onWaiting?.(id);
    } catch (error) {
      this.#deps.report(error);
    }
  }

  get #runningHere(): number {
    return [...this.#running.values()].filter(({ node }) => node === undefined).length;
  }

  #run(
    row: StoredInvocation,
    { startRunner, node }: Partial<NodeRunner> & Pick<NodeRunner, "startRunner">,
    { resumes = false } = {},
  ): void {
    const { id } = row;
    const { access, clock, deployments, sessions } = this.#deps;
    const log = this.#logs.start(id, { resumes });
    const code = deployments.codeOf(row.deployment_id);
    if (code === undefined) {
      this.#endLog(id);
      void this.#record(id, { kind: "broke", reason: "its deployment is gone" });
      return;
    }
    let execution: InvocationExecution;
    try {
      execution = new InvocationExecution(id, this.#jobOf(row, code), {
        startRunner,
        clock,
        log,
        sessions: () => sessions.loggedOf(id),
        onLine: () => this.#notifier.ring(id),
      });
    } catch (error) {
      this.#deps.report(error);
      access.revokeInvocation(id);
      this.#endLog(id);
      void this.#record(id, { kind: "broke", reason: "the runner could not be started" });
      return;
    }
    const stopTimer = limitRunning(
      clock,
      row.time_limit_seconds,
      (reason) => this.#breakOff(id, reason),
      resumes ? this.#leftMs(row) : undefined,
    );
    const isHere = () => this.#running.get(id)?.execution === execution;
    const settled = execution.ended
      .finally(stopTimer)
      .then(async (event) => {
        if (isHere()) await this.#onEnded(row, event);
      })
      .catch(this.#deps.report);
    this.#running.set(id, { execution, settled, node, leave: stopTimer });
    this.#notifier.ring(id);
  }

  /** What is left of the time limit of a resumed invocation; at least `lateResultMs`, so that its node reports first. */
  #leftMs({ started_at, time_limit_seconds }: StoredInvocation): number {
    const ranMs = Date.parse(this.#deps.clock.timestamp()) - Date.parse(started_at);
    return Math.max(time_limit_seconds * 1000 - ranMs, gracePeriods.lateResultMs);
  }

  #jobOf(row: StoredInvocation, code: DeployedCode | null): InvocationJob {
    return {
      kind: "run",
      invocationId: row.id,
      code,
      app: row.app_name,
      version: row.version,
      action: row.action_name,
      payload: row.payload,
      serviceUrl: this.#deps.serviceUrl(),
      shopUrl: this.#deps.shopUrl(),
      token: this.#deps.access.issueForInvocation(row.id),
    };
  }

  /** Moves an invocation into a final state, the only method that does. Undefined when it had ended before. */
  #end(id: string, event: EndEvent, at = this.#deps.clock.timestamp()): StoredInvocation | undefined {
    const row = this.#rows.apply(id, event, at);
    if (!row) return undefined;
    this.#running.get(id)?.execution.stop();
    this.#waiters.get(id)?.resolve(row);
    this.#waiters.delete(id);
    this.#notifier.ring(id);
    if (!this.#running.has(id)) this.#forget(row);
    return row;
  }

  /** Stops an invocation; where its outcome came in time, only the release of its sessions. */
  #breakOff(id: string, reason: string): void {
    const execution = this.#running.get(id)?.execution;
    execution?.stop();
    if (!execution?.hasOutcome) void this.#record(id, { kind: "broke", reason });
  }

  /**
   * Ends it with the time of this call. Where that cannot be stored, the first such end is tried again until it is. Resolves
   * when it is stored, or left to the next start.
   */
  async #record(id: string, event: EndEvent): Promise<void> {
    const at = this.#deps.clock.timestamp();
    await this.#retries.run(id, () => {
      this.#end(id, event, at);
    });
  }

  /** After the end of one that nothing runs, or that its node has not reported yet: that stops it then. */
  #forget({ id, node, deployment_id }: StoredInvocation): void {
    this.#deps.access.revokeInvocation(id);
    if (node !== null) this.#logs.start(id, { resumes: true });
    // One that waited again has one as well.
    this.#endLog(id);
    this.#notifyDeployment(deployment_id);
  }

  async #onEnded({ id, deployment_id }: StoredInvocation, event: EndEvent): Promise<void> {
    const { access, clock, report } = this.#deps;
    const endSessions = async () => await this.#endSessions(id, "invocation_ended").catch(report);
    access.revokeInvocation(id);
    this.#endLog(id);
    const recorded = this.#record(id, event);
    const released = endSessions();
    await recorded;
    this.#running.delete(id);
    this.#notifier.ring(id);
    this.#pump();
    this.#notifyDeployment(deployment_id);
    await released;
    // A request in progress when its runner was killed may still create a session, which is ended here.
    clock.later(gracePeriods.lateSessionsMs, () => void endSessions());
  }

  #endLog(id: string): void {
    const { clock, report } = this.#deps;
    try {
      const fault = this.#logs.end(id, clock.timestamp());
      if (fault !== undefined) report(fault);
    } catch (error) {
      report(error);
    }
  }

  #notifyDeployment(deploymentId: string): void {
    this.#deps.deployments.invocationOver(deploymentId).catch(this.#deps.report);
  }

  async #endSessions(id: string, reason: "deleted" | "invocation_ended"): Promise<void> {
    const { sessions } = this.#deps;
    await Promise.all(sessions.ofInvocation(id).map((session) => sessions.end(session.id, reason)));
  }
}

/** The error for an invocation that ran and whose end could not be stored. */
const endNotStored = (id: string) =>
  new Problem(
    503,
    "unavailable",
    `the service stopped while invocation ${id} was running, and its end is not stored. Read it before you repeat it`,
    // Published clients would run the action again.
    { headers: { "x-should-retry": "false" } },
  );

function checkJson(text: string, field: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > payloadMaxBytes) {
    throw badRequest(`body.${field}: is ${bytes} bytes; at most ${payloadMaxBytes} are accepted`);
  }
  try {
    JSON.parse(text);
  } catch (error) {
    const message = messageOf(error);
    throw badRequest(`body.${field}: must be text that parses as JSON: ${message}`);
  }
}
