// What makes a service a node: it registers, runs sessions for the service that works, and forwards everything else to it.
import { Agent, type IncomingMessage } from "node:http";
import { join } from "node:path";
import type { ProfileState } from "../chromium/profile-state.ts";
import { readDevToolsUrl } from "../gateway/devtools/devtools-http.ts";
import { type ForwardTarget, forwardedHeader } from "../http/forward.ts";
import { NoAnswer, requestJson } from "../http/json-request.ts";
import type { Access } from "../kernel/access.ts";
import { type Clock, pause, within } from "../kernel/clock.ts";
import { messageOf } from "../kernel/error-message.ts";
import type { SharedStatePaces } from "../kernel/paces.ts";
import { onStandby } from "../kernel/problem.ts";
import type { SessionProfile } from "../sessions/session.ts";
import type { SessionTokens } from "../sessions/session-tokens.ts";
import type { Sessions } from "../sessions/sessions.ts";
import { InvocationQueue, type QueueOptions } from "./invocation-queue.ts";
import { NodeFiles } from "./node-files.ts";
import { type ClaimedInvocation, type ClaimMessage, claimedInvocation } from "./node-protocol.ts";
import type { NodeEntry, NodeTable } from "./node-table.ts";
import { PendingProfiles } from "./pending-profiles.ts";

const answerWithinMs = 10_000;
/** How often a profile's state is sent before the end of its session no longer waits for a service. */
const saveAttempts = 40;
/** The shutdown has a time limit of its own: how long it waits for a service, and for the database. */
const saveAtShutdownMs = 3_000;
const leaveWithinMs = 1_000;

export interface NodeOptions {
  /** `postgres://user:password@host:port/database`. */
  databaseUrl: string;
  table: NodeTable;
  entry: Omit<NodeEntry, "draining">;
  /** See `nodeKey`. */
  key: string;
  /** This node's own. */
  dataDir: string;
  paces: SharedStatePaces;
  clock: Clock;
  warn: (message: string) => void;
}

export interface NodeTargetDeps {
  access: Access;
  tokens: Pick<SessionTokens, "sessionOf">;
  /** Those of this node. */
  sessions: Pick<Sessions, "find">;
}

export class Node {
  readonly files: NodeFiles;
  readonly #options: NodeOptions;
  readonly #agent = new Agent({ keepAlive: true });
  readonly #profiles: PendingProfiles;
  /** By the address of another node that something was forwarded to: aborted when none has that any more. */
  readonly #losses = new Map<string, AbortController>();
  /** The service that works; `loss` is aborted when it is replaced or stopped: one that is frozen closes no connection. */
  #leader: { address: URL; loss: AbortController } | undefined;
  #publicUrl: string | undefined;
  #isDraining = false;
  #isStopped = false;
  #timer: NodeJS.Timeout | undefined;
  #warned = false;
  #renewing: Promise<unknown> = Promise.resolve();

  constructor(options: NodeOptions) {
    this.#options = options;
    const { table, dataDir, paces, clock, warn } = options;
    this.files = new NodeFiles(table, warn);
    this.#profiles = new PendingProfiles({
      dir: join(dataDir, "pending-profiles"),
      send: async (id, saved) => void (await this.#send("PUT", `/node/profile-states/${id}`, saved)),
      retryMs: paces.retryMs,
      waitMs: saveAttempts * paces.retryMs,
      stopWaitMs: saveAtShutdownMs,
      clock,
      warn,
    });
  }

  get id(): string {
    return this.#options.entry.id;
  }

  /** Between messages of a quiet stream of changes, in milliseconds. */
  get aliveMs(): number {
    return this.#options.paces.renewMs;
  }

  /** The address that clients use, as far as it is known. */
  get publicUrl(): string {
    return this.#publicUrl ?? this.#options.entry.address;
  }

  set publicUrl(url: string) {
    this.#publicUrl = url;
  }

  /** Registers this node, again and again. Resolves when it is registered for the first time; false when `signal` aborts before. */
  async start(signal?: AbortSignal): Promise<boolean> {
    while (!signal?.aborted) {
      if (await this.#renew()) {
        this.#schedule();
        return true;
      }
      await pause(this.#options.paces.retryMs, signal);
    }
    return false;
  }

  /** Takes no new work from now on. */
  async drain(): Promise<void> {
    this.#isDraining = true;
    await within(leaveWithinMs, this.#renew());
  }

  /** Takes this node off the list, unless the database hangs: then it is lost to the service after a while. */
  async leave(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#timer);
    this.#profiles.stop();
    const { table, entry } = this.#options;
    // Not before a renewal under way, which would put it back.
    const left = this.#renewing.then(async () => await table.remove(entry.id)).catch(() => {});
    await within(leaveWithinMs, left);
  }

  /**
   * Where a request goes that no service has sent: to the service that works, unless it is for the DevTools of a session, which
   * actions drive also without a service: here, or on the node that the address names. Throws Problem 503 when that is not known.
   */
  async target(
    { access, tokens, sessions }: NodeTargetDeps,
    request: IncomingMessage,
  ): Promise<ForwardTarget | undefined> {
    if (access.isService(request.headers.authorization)) return undefined;
    const devtools = readDevToolsUrl(new URL(`http://node${request.url ?? "/"}`));
    const session = devtools && (await tokens.sessionOf(devtools.jwt));
    // Nobody else knows more of a session that has ended on this node.
    const isHere = ({ id, node }: NonNullable<typeof session>) =>
      sessions.find(id) !== undefined || node === this.#options.entry.address;
    if (session !== undefined && isHere(session)) return undefined;
    if (/^\/(livez|readyz)$/.test(request.url ?? "")) return undefined;
    const headers = { [forwardedHeader]: "1" };
    // Forwarded again it could go round in circles.
    const isForwarded = request.headers[forwardedHeader] !== undefined;
    const leader = this.#leader;
    const service = leader && { address: leader.address, headers, signal: leader.loss.signal };
    if (session?.node !== undefined && request.headers.upgrade !== undefined && !isForwarded) {
      const signal = this.#lossOf(session.node);
      return { address: new URL(session.node), headers, signal, otherwise: service };
    }
    if (service === undefined || isForwarded) {
      throw onStandby("no service is active on the database of this node");
    }
    return service;
  }

  /** Has the state of a session's profile stored; see `PendingProfiles`. */
  async saveProfile(profile: SessionProfile, state: ProfileState): Promise<void> {
    await this.#profiles.save(profile, state);
  }

  /** Has the states stored that were not before the last run of this node ended. */
  async resumeSaves(): Promise<void> {
    await this.#profiles.resume();
  }

  /** See `InvocationQueue.open`. */
  async openQueue({
    report,
    signal,
  }: Pick<QueueOptions, "report" | "signal">): Promise<InvocationQueue | undefined> {
    const { databaseUrl, paces, warn } = this.#options;
    const { retryMs } = paces;
    return await InvocationQueue.open(databaseUrl, { supervises: false, retryMs, warn, report, signal });
  }

  /** Asks the service that works for an invocation to run; undefined when it does not wait any more. Throws NoAnswer. */
  async claim(invocationId: string): Promise<ClaimedInvocation | undefined> {
    const message: ClaimMessage = { invocationId, node: this.#options.entry.id };
    const answer = await this.#send("POST", "/node/runs/claim", message);
    return answer === undefined ? undefined : claimedInvocation.parse(answer);
  }

  async #send(method: "POST" | "PUT", path: string, body: object): Promise<unknown> {
    const leader = this.#leader;
    if (leader === undefined) throw new NoAnswer("no service is active");
    return await requestJson({
      agent: this.#agent,
      method,
      url: new URL(path, leader.address),
      body,
      headers: { authorization: `Bearer ${this.#options.key}` },
      timeoutMs: answerWithinMs,
      signal: leader.loss.signal,
    });
  }

  #schedule(): void {
    if (this.#isStopped) return;
    this.#timer = globalThis.setTimeout(() => {
      void this.#renew().then(() => this.#schedule());
    }, this.#options.paces.renewMs);
  }

  async #renew(): Promise<boolean> {
    const renewed = this.#renewing.then(async () => await this.#renewNow());
    this.#renewing = renewed;
    return await renewed;
  }

  #follow(leader: string | undefined): void {
    const address = leader === undefined ? undefined : new URL(leader);
    if (address?.href === this.#leader?.address.href) return;
    this.#leader?.loss.abort();
    this.#leader = address && { address, loss: new AbortController() };
  }

  #lossOf(address: string): AbortSignal {
    const loss = this.#losses.get(address) ?? new AbortController();
    this.#losses.set(address, loss);
    return loss.signal;
  }

  /** Ends what goes to a node that is lost: a machine that has failed closes no connection. */
  async #loseUnregistered(): Promise<void> {
    if (this.#losses.size === 0) return;
    const before = [...this.#losses];
    const present = new Set((await this.#options.table.list()).map(({ address }) => address));
    for (const [address, loss] of before) {
      if (present.has(address)) continue;
      this.#losses.delete(address);
      loss.abort();
    }
  }

  /** False when the database could not be queried. */
  async #renewNow(): Promise<boolean> {
    const { table, entry, warn } = this.#options;
    try {
      if (!this.#isStopped) await table.renew({ ...entry, draining: this.#isDraining });
      this.#follow(await table.leader());
      await this.#loseUnregistered();
      this.#warned = false;
      return true;
    } catch (error) {
      if (!this.#warned) warn(`this node cannot register yet: ${messageOf(error)}`);
      this.#warned = true;
      return false;
    }
  }
}
