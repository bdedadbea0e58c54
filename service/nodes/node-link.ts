// The connection of the service that works to one node: a stream of changes, opened again whenever it breaks, and requests.
import { Agent, type IncomingMessage, request as requestOver } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { NoAnswer, requestJson } from "../http/json-request.ts";
import { Problem } from "../kernel/problem.ts";
import {
  type HeldSession,
  heldSession,
  type NodeMessage,
  nodeHeader,
  nodeMessage,
  publicUrlHeader,
  termHeader,
} from "./node-protocol.ts";
import type { NodeEntry } from "./node-table.ts";

/** The limit of one act on a node; the start of a browser and the end of one with a profile take seconds. */
const actWithinMs = 60_000;
/** How long a node gets no new session after it has failed to start one. */
const restMs = 5_000;

export interface NodeLinkDeps {
  /** See `nodeKey`. */
  key: string;
  /** See `termHeader`. */
  term: string;
  /** The address that clients use. */
  publicUrl: () => string;
  reconnectMs: number;
  /** A stream without a message for so long is broken. */
  silentMs: number;
  onMessage: (link: NodeLink, message: NodeMessage) => void;
  /** Called when another node answers at its address. */
  onReplaced: (link: NodeLink) => void;
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
  #heardMs = performance.now();
  #restsUntilMs = 0;
  /** The number of its last message on runs. */
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
    return this.#isOpen && !this.#entry.draining && performance.now() >= this.#restsUntilMs;
  }

  /** Milliseconds since its last message, or since this link was made. */
  get silentForMs(): number {
    return performance.now() - this.#heardMs;
  }

  /** Stores what the node has registered anew. */
  update(entry: NodeEntry): void {
    this.#entry = entry;
  }

  /** Gives it no new session for a while. */
  rest(): void {
    this.#restsUntilMs = performance.now() + restMs;
  }

  /** Throws the node's Problem, and NoAnswer when it cannot be reached. */
  async act(path: string, body: object): Promise<HeldSession> {
    return heldSession.parse(await this.#request(path, body));
  }

  /** The same for an act without a session in its answer. */
  async tell(path: string, body: object): Promise<void> {
    await this.#request(path, body);
  }

  close(): void {
    this.#closing.abort();
    this.#connection?.abort();
    this.#agent.destroy();
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
        ...{
          agent: this.#agent,
          method: "POST",
          url: new URL(path, this.address),
          headers: this.#headers,
          body,
        },
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
      await this.#read().catch(() => {});
      this.#isOpen = false;
      this.#connection = undefined;
      if (!this.#closing.signal.aborted) await sleep(reconnectMs);
    }
  }

  /** Resolves or rejects when the stream ends. */
  async #read(): Promise<void> {
    const { silentMs } = this.#deps;
    const connection = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, connection.signal]);
    let watchdog = setTimeout(() => connection.abort(), silentMs);
    try {
      const answer = await this.#open(signal);
      this.#connection = connection;
      for await (const line of linesOf(answer)) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => connection.abort(), silentMs);
        this.#heardMs = performance.now();
        this.#take(line);
      }
    } finally {
      clearTimeout(watchdog);
      connection.abort();
    }
  }

  #take(line: string): void {
    const { onMessage, report } = this.#deps;
    try {
      const message = nodeMessage.parse(JSON.parse(line));
      if (message.type === "run") {
        if (message.seq <= this.#seq) return;
        this.#seq = message.seq;
      }
      onMessage(this, message);
      if (message.type === "all") this.#isOpen = true;
    } catch (error) {
      report(error);
    }
  }

  #open(signal: AbortSignal): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const url = new URL(`/node/changes?after=${this.#seq}`, this.address);
      const outgoing = requestOver(url, { signal, headers: this.#headers });
      outgoing.on("error", reject);
      outgoing.on("response", (answer) => {
        answer.on("error", () => {});
        if (answer.statusCode === 200) return resolve(answer);
        answer.resume();
        reject(new Error(`the node ${this.#entry.name} answered ${answer.statusCode}`));
        if (answer.statusCode === 409 && answer.headers[nodeHeader] !== this.id) this.#deps.onReplaced(this);
      });
      outgoing.end();
    });
  }
}

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
