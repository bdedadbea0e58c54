// The connection of the service that works to one node: a stream of changes, opened again whenever it breaks, and requests.
import { Agent, type IncomingMessage, request as requestOver } from "node:http";
import { createInterface } from "node:readline";
import { requestJson } from "../http/json-request.ts";
import {
  type HeldSession,
  heldSession,
  type NodeMessage,
  nodeMessage,
  publicUrlHeader,
} from "./node-protocol.ts";
import type { NodeEntry } from "./node-table.ts";

/** The limit of one act on a node; the start of a browser and the end of one with a profile take seconds. */
const actWithinMs = 60_000;

export interface NodeLinkDeps {
  /** See `nodeKey`. */
  key: string;
  /** The address that clients use. */
  publicUrl: () => string;
  reconnectMs: number;
  /** A stream without a message for so long is broken. */
  silentMs: number;
  onMessage: (link: NodeLink, message: NodeMessage) => void;
  report: (error: unknown) => void;
}

export class NodeLink {
  readonly #deps: NodeLinkDeps;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #closing = new AbortController();
  #entry: NodeEntry;
  #isOpen = false;
  #heardMs = performance.now();

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

  /** Milliseconds since its last message, or since this link was made. */
  get silentForMs(): number {
    return performance.now() - this.#heardMs;
  }

  /** Stores what the node has registered anew. */
  update(entry: NodeEntry): void {
    this.#entry = entry;
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
    this.#agent.destroy();
  }

  async #request(path: string, body: object): Promise<unknown> {
    const { key } = this.#deps;
    return await requestJson({
      ...{ agent: this.#agent, method: "POST", url: new URL(path, this.address), key, body },
      timeoutMs: actWithinMs,
      signal: this.#closing.signal,
    });
  }

  async #follow(): Promise<void> {
    const { reconnectMs } = this.#deps;
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.#read().catch(() => {});
      this.#isOpen = false;
      if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, reconnectMs));
    }
  }

  /** Resolves or rejects when the stream ends. */
  async #read(): Promise<void> {
    const { silentMs } = this.#deps;
    const broken = new AbortController();
    const signal = AbortSignal.any([this.#closing.signal, broken.signal]);
    let watchdog = setTimeout(() => broken.abort(), silentMs);
    try {
      const answer = await this.#open(signal);
      for await (const line of createInterface({ input: answer, crlfDelay: Number.POSITIVE_INFINITY })) {
        clearTimeout(watchdog);
        watchdog = setTimeout(() => broken.abort(), silentMs);
        this.#heardMs = performance.now();
        this.#take(line);
      }
    } finally {
      clearTimeout(watchdog);
      broken.abort();
    }
  }

  #take(line: string): void {
    const { onMessage, report } = this.#deps;
    try {
      const message = nodeMessage.parse(JSON.parse(line));
      onMessage(this, message);
      if (message.type === "all") this.#isOpen = true;
    } catch (error) {
      report(error);
    }
  }

  #open(signal: AbortSignal): Promise<IncomingMessage> {
    const { key, publicUrl } = this.#deps;
    return new Promise((resolve, reject) => {
      const outgoing = requestOver(new URL("/node/changes", this.address), {
        signal,
        headers: { authorization: `Bearer ${key}`, [publicUrlHeader]: publicUrl() },
      });
      outgoing.on("error", reject);
      outgoing.on("response", (answer) => {
        answer.on("error", () => {});
        if (answer.statusCode === 200) return resolve(answer);
        answer.resume();
        reject(new Error(`the node ${this.#entry.name} answered ${answer.statusCode}`));
      });
      outgoing.end();
    });
  }
}
