// The durable queue. The database says what is queued, running or over; memory only holds the runners at work.
// An invocation is started after its row says running, so a service that dies runs nothing twice.
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
import type { Access } from "../access.ts";
import type { DeployedCode, RunJob } from "../apps/runner-messages.ts";
import type { StartRunner } from "../apps/runner-process.ts";
import { graces } from "../paces.ts";
import type { Store } from "../store/store.ts";
import type { LoggedSession } from "./agent-log.ts";
import type { AppVersions } from "./app-versions.ts";
import { Bell } from "./bell.ts";
import type { Clock } from "./clock.ts";
import { follow } from "./follow.ts";
import { newId } from "./ids.ts";
import { InvocationRun } from "./invocation-run.ts";
import { type EndEvent, isOpen, serviceStoppedReason } from "./invocation-state.ts";
import { InvocationStore, type StoredInvocation, sinceStamp, toInvocation } from "./invocation-store.ts";
import type { LoggedLine } from "./line-ring.ts";
import { badRequest, conflict, notFound, tooMany } from "./problem.ts";

/** What the queue needs of the sessions. */
export interface SessionsPort {
  /** Live sessions that were created or acquired within the invocation. */
  ofInvocation(invocationId: string): readonly LoggedSession[];
  /** The same in the API's shape. */
  browsersOf(invocationId: string): Promise<Browser[]> | Browser[];
  end(sessionId: string, reason: "deleted" | "invocation_ended"): Promise<void>;
  /** Told as soon as a session begins to end, with why: before its driver notices. Returns how to stop being told. */
  onEnding(
    listener: (session: { id: string; invocationId: string | undefined }, reason: string) => void,
  ): () => void;
}

/** What the queue needs of the deployments. */
export interface DeploymentsPort {
  /** What to run: null for a sample, undefined when it is gone. */
  codeOf(deploymentId: string): DeployedCode | null | undefined;
  /** Told after every end of an invocation. */
  invocationOver(deploymentId: string): Promise<void>;
}

export interface InvocationsDeps {
  store: Store;
  sessions: SessionsPort;
  access: Access;
  startRunner: StartRunner;
  clock: Clock;
  versions: Pick<AppVersions, "find">;
  deployments: DeploymentsPort;
  /** Addresses that runners use; known once the service listens. */
  serviceUrl: () => string;
  shopUrl: () => string;
  maxRunning: number;
  maxQueued?: number;
  /** Gets faults that are ours. */
  report: (error: unknown) => void;
}

export const syncLimitSeconds = 100;
const standardMaxQueued = 5_000;

/** How many actions this machine runs at once: two per core, at about 300 MB with runner and page. */
export function invocationsThatFit(memoryBytes: number, cores: number): number {
  return Math.max(1, Math.min(cores * 2, Math.floor((memoryBytes * 0.3) / 300e6)));
}

export class Invocations {
  readonly #deps: InvocationsDeps;
  readonly #rows: InvocationStore;
  readonly #running = new Map<string, { run: InvocationRun; settled: Promise<void> }>();
  /** Callers that wait for the end of a synchronous invocation. */
  readonly #waiters = new Map<string, (row: StoredInvocation) => void>();
  readonly #unsubscribe: () => void;
  readonly #bell = new Bell();
  #closed = false;
  #started = false;

  constructor(deps: InvocationsDeps) {
    this.#deps = deps;
    this.#rows = new InvocationStore(deps.store, () => deps.clock.timestamp());
    this.#unsubscribe = deps.sessions.onEnding(({ id, invocationId }, reason) => {
      if (invocationId !== undefined) this.#running.get(invocationId)?.run.sessionEnded(id, reason);
    });
    this.#rows.failRunning();
  }

  /** Starts working off the queue; before that, invocations are only taken in. */
  start(): void {
    this.#started = true;
    this.#pump();
  }

  get queuedCount(): number {
    return this.#rows.count("queued");
  }

  get runningCount(): number {
    return this.#running.size;
  }

  /** Takes an invocation in, durably. Throws 400, 404 or 429. */
  create(request: InvocationCreate): StoredInvocation {
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
    });
    queueMicrotask(() => this.#pump());
    return row;
  }

  /** Takes an invocation in and resolves with its end, which comes within `syncLimitSeconds`. */
  createAndWait(request: InvocationCreate): Promise<StoredInvocation> {
    const { id } = this.create(request);
    return new Promise((resolve) => {
      const reason = `no result within ${syncLimitSeconds} s, the most a synchronous invocation may take; invoke it with async to give it longer`;
      const stopTimer = this.#deps.clock.after(syncLimitSeconds * 1000, () =>
        this.#end(id, { kind: "broke", reason }),
      );
      this.#waiters.set(id, (row) => {
        stopTimer();
        resolve(row);
      });
    });
  }

  list(filters: InvocationFilters): { items: Invocation[]; paging: Paging } {
    const { rows, paging } = this.#rows.list(filters, this.#deps.clock.now());
    return { items: rows.map(toInvocation), paging };
  }

  /** Throws 404. */
  retrieve(id: string): Invocation {
    return toInvocation(this.#row(id));
  }

  /** The last lines of an invocation's log, oldest first. Throws 404. */
  lines(id: string): readonly LoggedLine[] {
    this.#row(id);
    return this.#running.get(id)?.run.ring.lines() ?? this.#rows.savedLines(id);
  }

  /** What happens to an invocation and what it says, until it is over or `signal` aborts. Throws 404 at once. */
  follow(
    id: string,
    since: string | undefined,
    signal: AbortSignal,
  ): AsyncGenerator<InvocationEvent[], void> {
    this.#row(id);
    const { clock } = this.#deps;
    const timestamp = () => clock.timestamp();
    const subject = {
      look: () => {
        const row = this.#row(id);
        return {
          status: row.status,
          over: !isOpen(row.status),
          state: (): InvocationEvent[] => [
            { event: "invocation_state", timestamp: timestamp(), invocation: toInvocation(row) },
          ],
          ring: this.#running.get(id)?.run.ring,
        };
      },
      savedLines: () => this.#rows.savedLines(id),
      news: () => this.#bell.next(id),
      stopping: () => this.#closed,
    };
    const from = since === undefined ? undefined : sinceStamp(since, clock.now());
    return follow<InvocationEvent>(subject, { sinceStamp: from, timestamp, signal });
  }

  /** Ends an open invocation by force and its sessions with it. Throws 400, 404 or 409. */
  async update(
    id: string,
    wish: { status: "succeeded" | "failed"; output?: string | undefined },
  ): Promise<Invocation> {
    const before = this.#row(id);
    if (wish.output !== undefined) checkJson(wish.output, "output");
    const after = this.#end(id, { kind: "forced", status: wish.status, output: wish.output });
    if (!after) throw conflict(`this invocation is over already: it has ${before.status}`);
    await this.#endSessions(id, "invocation_ended");
    return toInvocation(after);
  }

  /** Whether a session may join this invocation: only while its action is at work. */
  takesSessions(id: string): boolean {
    return this.#rows.find(id)?.status === "running";
  }

  /** Active sessions of an invocation. Throws 404. */
  async browsers(id: string): Promise<Browser[]> {
    this.#row(id);
    return await this.#deps.sessions.browsersOf(id);
  }

  /** Ends all sessions of an invocation; the invocation itself goes on. Throws 404. */
  async endBrowsers(id: string): Promise<void> {
    this.#row(id);
    await this.#endSessions(id, "deleted");
  }

  /** How many invocations of a deployment are queued or running. */
  openCount(deploymentId: string): number {
    return this.#rows.openOf(deploymentId).length;
  }

  /** Ends all open invocations of a deployment and their sessions. */
  async endOfDeployment(deploymentId: string, reason: string): Promise<void> {
    const ids = this.#rows.openOf(deploymentId);
    for (const id of ids) this.#end(id, { kind: "broke", reason });
    await Promise.all(ids.map((id) => this.#endSessions(id, "invocation_ended")));
  }

  /** Stops the work at hand, which then has failed; what is queued stays so for the next start. */
  async close(): Promise<void> {
    this.#closed = true;
    const atWork = [...this.#running];
    for (const [id] of atWork) this.#end(id, { kind: "broke", reason: serviceStoppedReason });
    this.#bell.ringAll();
    await Promise.all(atWork.map(([, { settled }]) => settled));
    this.#unsubscribe();
  }

  #row(id: string): StoredInvocation {
    const row = this.#rows.find(id);
    if (!row) throw notFound(`the invocation ${id}`);
    return row;
  }

  #pump(): void {
    while (this.#started && !this.#closed && this.#running.size < this.#deps.maxRunning) {
      const next = this.#rows.nextQueued();
      const row = next && this.#rows.apply(next.id, { kind: "started" });
      if (!row) return;
      this.#run(row);
    }
  }

  #run(row: StoredInvocation): void {
    const { id } = row;
    const { access, clock, deployments, sessions, startRunner } = this.#deps;
    const code = deployments.codeOf(row.deployment_id);
    if (code === undefined) {
      this.#end(id, { kind: "broke", reason: "its deployment is gone" });
      return;
    }
    let run: InvocationRun;
    try {
      run = new InvocationRun(id, this.#jobOf(row, code), {
        startRunner,
        clock,
        sessions: () => sessions.ofInvocation(id),
        onLine: () => this.#bell.ring(id),
      });
    } catch (error) {
      this.#deps.report(error);
      access.revokeInvocation(id);
      this.#end(id, { kind: "broke", reason: "the runner could not be started" });
      return;
    }
    const stopTimer = clock.after(row.time_limit_seconds * 1000, () =>
      this.#end(id, { kind: "broke", reason: `no result within ${row.time_limit_seconds} s of running` }),
    );
    const settled = run.over
      .finally(stopTimer)
      .then((event) => this.#runOver(id, run, event))
      .catch(this.#deps.report);
    this.#running.set(id, { run, settled });
    this.#bell.ring(id);
  }

  #jobOf(row: StoredInvocation, code: DeployedCode | null): RunJob {
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

  /** The only way into a final state. Undefined when the invocation was over before. */
  #end(id: string, event: EndEvent): StoredInvocation | undefined {
    const row = this.#rows.apply(id, event);
    if (!row) return undefined;
    this.#running.get(id)?.run.stop();
    this.#waiters.get(id)?.(row);
    this.#waiters.delete(id);
    this.#bell.ring(id);
    if (!this.#running.has(id)) this.#overFor(row.deployment_id);
    return row;
  }

  async #runOver(id: string, run: InvocationRun, event: EndEvent): Promise<void> {
    this.#deps.access.revokeInvocation(id);
    try {
      this.#end(id, event);
      this.#rows.saveLines(id, run.ring.lines());
    } finally {
      this.#running.delete(id);
      this.#pump();
    }
    this.#overFor(this.#row(id).deployment_id);
    await this.#endSessions(id, "invocation_ended");
    // A request that was under way when its runner was killed may still bring a session; then it is ended too.
    this.#deps.clock.after(graces.lateSessionsMs, () => {
      this.#endSessions(id, "invocation_ended").catch(this.#deps.report);
    });
  }

  #overFor(deploymentId: string): void {
    this.#deps.deployments.invocationOver(deploymentId).catch(this.#deps.report);
  }

  async #endSessions(id: string, reason: "deleted" | "invocation_ended"): Promise<void> {
    const { sessions } = this.#deps;
    await Promise.all(sessions.ofInvocation(id).map((session) => sessions.end(session.id, reason)));
  }
}

function checkJson(text: string, field: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > payloadMaxBytes) {
    throw invalidField(field, `is ${bytes} bytes; at most ${payloadMaxBytes} are taken`);
  }
  try {
    JSON.parse(text);
  } catch (error) {
    const what = error instanceof Error ? error.message : String(error);
    throw invalidField(field, `must be text that parses as JSON: ${what}`);
  }
}

const invalidField = (field: string, fault: string) =>
  badRequest(`body.${field}: ${fault}`, [{ code: "invalid_input", message: `body.${field}: ${fault}` }]);
