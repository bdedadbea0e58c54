// The connection of the service that works to one node: a stream of changes, opened again whenever it breaks, and requests.
// While the stream is open, new connections are tried as well: a network policy may have let it through since before.
import { Agent, type IncomingMessage, request as requestOver } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer, requestJson } from "../http/json-request.ts";
import { messageOf } from "../kernel/error-message.ts";
import { Problem } from "../kernel/problem.ts";
import {
  type HeldSession,
  heldSession,
  knowsInvocationAnswer,
  type NodeMessage,
  nodeHeader,
  nodeMessage,
  publicUrlHeader,
  termHeader,
} from "./node-protocol.ts";
import type { NodeEntry } from "./node-table.ts";

/** The limit of one act on a node; the start of a browser and the end of one with a profile take seconds. */
const actWithinMs = 60_000;
/** In how many parts the time is counted for which a node may be silent; one more has to pass, as the first may have begun. */
const silentTicks = 4;
/** How long a place gets no new session after it has failed to start one. */
export const restMs = 5_000;

export interface NodeLinkDeps {
  /** See `nodeKey`. */
  key: string;
  /** See `termHeader`. */
  term: string;
  /** The address that clients use. */
  publicUrl: () => string;
  reconnectMs: number;
  /** Between attempts at a new connection. */
  probeMs: number;
  /** A stream without a message for so long is broken. */
  silentMs: number;
  onMessage: (link: NodeLink, message: NodeMessage) => void;
  report: (error: unknown) => void;
}

export class NodeLink {
  readonly #deps: NodeLinkDeps;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #closing = new AbortController();
  /** Aborted when the stream breaks: what waits for an answer then has none. */
  #connection: AbortController | undefined;
  #entry: NodeEntry;
  #isOpen = false;
  /** Aborted while it is lost, and when it is closed. */
  #loss = new AbortController();
  /** When the stream last had a message, and a new connection an answer. */
  #heardMs = performance.now();
  #answeredMs = performance.now();
  /** Why the last attempt to reach it failed; undefined after one that did not. */
  #failure: string | undefined;
  #rest: { untilMs: number; fault: Problem | NoAnswer } | undefined;
  #replacedBy: string | undefined;
  /** The number of its last message on invocations. */
  #seq = 0;

  constructor(entry: NodeEntry, deps: NodeLinkDeps) {
    this.#entry = entry;
    this.#deps = deps;
    void this.#follow();
  }

  get entry(): NodeEntry {
    return this.#entry;
  }

  get id(): string {
    return this.#entry.id;
  }

  get address(): URL {
    return new URL(this.#entry.address);
  }

  /** Whether the node is connected and has reported its sessions. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether it is to get new sessions. */
  get accepts(): boolean {
    return this.#isOpen && !this.#entry.draining && this.fault === undefined;
  }

  /** Whether it was lost, and has not been reached since. */
  get isLost(): boolean {
    return this.#loss.signal.aborted;
  }

  /** Aborted as soon as the node is lost, or this link is closed. */
  get loss(): AbortSignal {
    return this.#loss.signal;
  }

  /** The id of another node that answers at its address; undefined while none does. */
  get replacedBy(): string | undefined {
    return this.#replacedBy;
  }

  /** Why it is not connected, for operators; undefined while it is. */
  get whyUnreachable(): string | undefined {
    if (this.#isOpen) return undefined;
    return `cannot be reached at ${this.#entry.address}: ${this.#failure ?? "it has not answered yet"}`;
  }

  /** Milliseconds since it has last both sent a message and answered a new connection, or since this link was made. */
  get silentForMs(): number {
    return performance.now() - Math.min(this.#heardMs, this.#answeredMs);
  }

  /** Stores what the node has registered again. */
  update(entry: NodeEntry): void {
    this.#entry = entry;
  }

  /** Gives it no new session for a while, after this fault. */
  rest(fault: Problem | NoAnswer): void {
    this.#rest = { untilMs: performance.now() + restMs, fault };
  }

  /** That for which it rests; undefined while it does not. */
  get fault(): Problem | NoAnswer | undefined {
    return this.#rest && performance.now() < this.#rest.untilMs ? this.#rest.fault : undefined;
  }

  /** Ends the connection and what waits for an answer. The node is reached again as soon as it can be. */
  lose(): void {
    this.#loss.abort();
    this.#isOpen = false;
    this.#failure ??= this.#silence;
    this.#connection?.abort();
  }

  /** Throws the node's Problem, and NoAnswer when it cannot be reached. */
  async act(path: string, body: object): Promise<HeldSession> {
    return heldSession.parse(await this.#request(path, body));
  }

  /** The same for an act without a session in its answer. */
  async tell(path: string, body: object): Promise<void> {
    await this.#request(path, body);
  }

  /** Whether the node has received the invocation, or asks for it. Throws as `act`; a node of the version before does not say. */
  async knowsInvocation(id: string): Promise<boolean> {
    return knowsInvocationAnswer.parse(await this.#request(`/node/runs/${id}/known`, {})).knows;
  }

  close(): void {
    this.#closing.abort();
    this.#loss.abort();
    this.#connection?.abort();
    this.#agent.destroy();
  }

  get #silence(): string {
    return `it has not answered for ${this.#deps.silentMs / 1000} s`;
  }

  get #headers(): Record<string, string> {
    const { key, term, publicUrl } = this.#deps;
    return {
      authorization: `Bearer ${key}`,
      [nodeHeader]: this.id,
      [termHeader]: term,
      [publicUrlHeader]: publicUrl(),
    };
  }

  async #request(path: string, body: object): Promise<unknown> {
    const connection = this.#connection;
    if (connection === undefined) throw new NoAnswer(`the node ${this.#entry.name} is not connected`);
    try {
      return await requestJson({
        agent: this.#agent,
        method: "POST",
        url: new URL(path, this.address),
        headers: this.#headers,
        body,
        timeoutMs: actWithinMs,
        signal: connection.signal,
      });
    } catch (error) {
      const isForAnother = error instanceof Problem && ["other_node", "superseded"].includes(error.code);
      throw isForAnother ? new NoAnswer(error.message) : error;
    }
  }

  async #follow(): Promise<void> {
    const { reconnectMs } = this.#deps;
    while (!this.#closing.signal.aborted) {
      await this.#read();
      this.#isOpen = false;
      this.#connection = undefined;
      if (!this.#closing.signal.aborted) await sleep(reconnectMs);
    }
  }

  /** Resolves when the stream has ended, or could not be opened. */
  async #read(): Promise<void> {
    const { silentMs, probeMs } = this.#deps;
    const connection = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, connection.signal]);
    const silent = () => {
      this.#failure = this.#silence;
      connection.abort();
    };
    // Counted in ticks: after a pause of this service, what has arrived meanwhile is read before the next one.
    let quietTicks = 0;
    const watchdog = setInterval(() => {
      quietTicks += 1;
      if (quietTicks > silentTicks) silent();
    }, silentMs / silentTicks);
    let probing: NodeJS.Timeout | undefined;
    try {
      const answer = await this.#open(signal);
      this.#connection = connection;
      this.#answeredMs = performance.now();
      // Several at once: one that is slow does not delay the next.
      probing = setInterval(() => void this.#probe(signal), probeMs);
      for await (const line of linesOf(answer)) {
        quietTicks = 0;
        this.#heardMs = performance.now();
        this.#take(line);
      }
      this.#failure = closedConnection;
    } catch (error) {
      if (!signal.aborted) this.#failure = inPlainWords(error);
    } finally {
      clearInterval(watchdog);
      clearInterval(probing);
      connection.abort();
    }
  }

  /** Makes a new connection; any answer is one. */
  async #probe(connection: AbortSignal): Promise<void> {
    const signal = AbortSignal.any([connection, AbortSignal.timeout(this.#deps.silentMs)]);
    try {
      (await this.#ask("/livez", signal)).destroy();
      this.#answeredMs = performance.now();
      this.#failure = undefined;
    } catch (error) {
      if (!connection.aborted) this.#failure = signal.aborted ? this.#silence : inPlainWords(error);
    }
  }

  #take(line: string): void {
    const { onMessage, report } = this.#deps;
    let isAll = false;
    try {
      const message = nodeMessage.parse(JSON.parse(line));
      isAll = message.type === "all";
      if (message.type === "run") {
        if (message.seq <= this.#seq) return;
        this.#seq = message.seq;
      }
      onMessage(this, message);
      if (!isAll) return;
      this.#isOpen = true;
      if (this.isLost) this.#loss = new AbortController();
      this.#failure = undefined;
    } catch (error) {
      const failure = `what it reports cannot be taken: ${messageOf(error)}`;
      if (!isAll || this.#failure !== failure) report(error);
      if (!isAll) return;
      // On the next connection it reports that again.
      this.#failure = failure;
      this.#connection?.abort();
    }
  }

  async #open(signal: AbortSignal): Promise<IncomingMessage> {
    const answer = await this.#ask(`/node/changes?after=${this.#seq}`, signal);
    if (answer.statusCode === 200) return answer;
    answer.resume();
    const { [nodeHeader]: other } = answer.headers;
    if (answer.statusCode === 409 && other !== this.id) this.#replacedBy = String(other);
    throw new Error(`it answered ${answer.statusCode}`);
  }

  /** On a connection of its own. */
  #ask(path: string, signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const options = { agent: false, signal, headers: this.#headers };
      const outgoing = requestOver(new URL(path, this.address), options);
      outgoing.on("error", reject);
      outgoing.on("response", (answer) => resolve(answer.on("error", () => {})));
      outgoing.end();
    });
  }
}

const closedConnection = "it has closed the connection";
const plainWords: Readonly<Record<string, string>> = {
  ECONNREFUSED: "nothing listens there",
  ECONNRESET: closedConnection,
  EHOSTUNREACH: "there is no route to it",
  ENETUNREACH: "there is no route to it",
  ENOTFOUND: "its name is not known here",
  ETIMEDOUT: "the connection was not made in time",
};
const inPlainWords = (error: unknown): string =>
  plainWords[String(Reflect.get(Object(error), "code"))] ?? messageOf(error);

/** Lines end with a line feed only; texts in them may have other separators. */
async function* linesOf(stream: IncomingMessage): AsyncGenerator<string> {
  let begun: string[] = [];
  for await (const chunk of stream.setEncoding("utf8")) {
    const parts = String(chunk).split("\n");
    const rest = parts.pop() ?? "";
    for (const part of parts) {
      yield begun.join("") + part;
      begun = [];
    }
    begun.push(rest);
  }
}
