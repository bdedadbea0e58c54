// The DevTools pipe of one Chromium (`--remote-debugging-pipe`), shared by many connections. A port, even one on
// loopback, could be found by every program and page of this machine; a pipe is reached by the service only.
//
// Every connection is a session of its own in Chromium's protocol, to the browser or to one page: Chromium writes that
// session's id as the last field of each of its messages, and the ids of commands are counted per session, so that no
// message needs to be parsed to be delivered.
import type { Readable, Writable } from "node:stream";
import { z } from "zod";
import { DevToolsClosed, DevToolsRefusal } from "./devtools.ts";
import type { DevToolsChannel, OpenDevTools } from "./devtools-channel.ts";
import { MessageSplitter } from "./message-splitter.ts";
import { ReadPauses } from "./read-pauses.ts";

const maxWaitingBytes = 16 * 1024 * 1024;
const sessionEnding = /^,"sessionId":"([0-9A-F]{32})"\}$/;
const sessionEndingBytes = ',"sessionId":""}'.length + 32;
const attachments = /^\{"method":"Target\.(attachedTo|detachedFrom)Target"/;
const methodMaxBytes = 64;

const attachment = z.object({ params: z.object({ sessionId: z.string() }) });
const answer = z.object({
  id: z.number(),
  result: z.object({ sessionId: z.string().optional() }).optional(),
  error: z.object({ message: z.string() }).optional(),
});
const command = z.looseObject({ id: z.number().optional(), sessionId: z.string().optional() });

interface Connection {
  /** The session that its messages without a session id belong to; empty before Chromium has opened it. */
  rootId: string;
  receive: (message: Buffer) => void;
  close: () => void;
  canWait: boolean;
}

const unused = (): Connection => ({
  rootId: "",
  receive: () => undefined,
  close: () => undefined,
  canWait: false,
});

interface Attaching {
  resolve: () => void;
  reject: (error: Error) => void;
}

/** Splits the pipe's messages among connections. */
export class DevToolsPipe {
  readonly #input: Writable;
  readonly #sessions = new Map<string, Connection>();
  readonly #attaching = new Map<number, Attaching & { connection: Connection }>();
  /** Connections to the browser that nobody has yet. */
  readonly #prepared: Promise<Connection>[] = [];
  readonly #pauses: ReadPauses;
  #lastId = 0;
  #isOpen = true;

  constructor({ input, output }: { input: Writable; output: Readable }) {
    this.#input = input;
    const splitter = new MessageSplitter((message) => this.#deliver(message));
    this.#pauses = new ReadPauses(output);
    output.on("data", (chunk: Buffer) => {
      splitter.push(chunk);
      this.#pauses.read(chunk);
    });
    for (const stream of [input, output]) {
      stream.on("error", () => this.#close());
      stream.once("close", () => this.#close());
    }
  }

  /**
   * Opens the next `count` connections to the browser ahead, so that they are there at once, also while Chromium is busy
   * and answers nothing.
   */
  prepare(count: number): void {
    for (let at = 0; at < count; at += 1) {
      const attached = this.#attach(unused());
      // Whoever takes it learns that the browser has ended.
      attached.catch(() => undefined);
      this.#prepared.push(attached);
    }
  }

  /** Opens a connection to the browser. Rejects with DevToolsClosed when Chromium has ended. */
  readonly open: OpenDevTools = async (listener) => await this.#open(listener);

  /** Opens a connection to one page or worker. Rejects with DevToolsRefusal when there is none with this id. */
  openTarget(targetId: string): OpenDevTools {
    return async (listener) => await this.#open(listener, targetId);
  }

  async #open(listener: Parameters<OpenDevTools>[0], targetId?: string): Promise<DevToolsChannel> {
    const prepared = targetId === undefined ? await this.#prepared.shift() : undefined;
    if (prepared !== undefined && !this.#isOpen) throw hasEnded();
    const connection = prepared ?? unused();
    connection.receive = listener.receive;
    connection.canWait = listener.canWait ?? false;
    const gone = new Promise<void>((resolve) => {
      connection.close = () => {
        this.#forget(connection);
        resolve();
      };
    });
    if (prepared === undefined) await this.#attach(connection, targetId);
    void gone.then(listener.closed);
    return {
      isOpen: () => this.#sessions.get(connection.rootId) === connection,
      send: (message) => this.#send(connection, message),
      drained: () => this.#drained(),
      close: () => {
        if (this.#sessions.get(connection.rootId) !== connection) return;
        connection.close();
        if (this.#isOpen) this.#command("Target.detachFromTarget", { sessionId: connection.rootId });
      },
    };
  }

  #attach(connection: Connection, targetId?: string): Promise<Connection> {
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) return reject(hasEnded());
      const id = this.#command(
        targetId === undefined ? "Target.attachToBrowserTarget" : "Target.attachToTarget",
        targetId === undefined ? {} : { targetId, flatten: true },
      );
      this.#attaching.set(id, { resolve: () => resolve(connection), reject, connection });
    });
  }

  /** A message of a connection. Only sessions that the connection opened itself can be addressed. */
  #send(connection: Connection, message: string): boolean {
    if (this.#sessions.get(connection.rootId) !== connection) return true;
    const read = command.safeParse(parseJson(message));
    if (!read.success) {
      this.#refuse(connection, { error: { code: -32700, message: "JSON: not a command" } });
      return true;
    }
    const { id, sessionId } = read.data;
    if (sessionId !== undefined && this.#sessions.get(sessionId) !== connection) {
      const error = { code: -32001, message: "Session with given id not found." };
      this.#refuse(connection, { id, error, sessionId });
      return true;
    }
    if (!connection.canWait) {
      this.#pauses.used();
      if (id !== undefined) this.#pauses.sent(sessionId ?? connection.rootId);
    }
    if (sessionId !== undefined) return this.#write(message);
    const end = message.lastIndexOf("}");
    const comma = Object.keys(read.data).length > 0 ? "," : "";
    return this.#write(`${message.slice(0, end)}${comma}"sessionId":"${connection.rootId}"}`);
  }

  #refuse(connection: Connection, refusal: object): void {
    connection.receive(Buffer.from(JSON.stringify(refusal)));
  }

  #command(method: string, params: object): number {
    this.#pauses.used();
    this.#lastId += 1;
    this.#write(JSON.stringify({ id: this.#lastId, method, params }));
    return this.#lastId;
  }

  #write(message: string): boolean {
    if (!this.#isOpen) return true;
    // Chromium is woken once for all that is sent together.
    if (this.#input.writableCorked === 0) {
      this.#input.cork();
      process.nextTick(() => this.#input.uncork());
    }
    this.#input.write(`${message}\0`);
    return this.#input.writableLength < maxWaitingBytes;
  }

  async #drained(): Promise<void> {
    while (this.#isOpen && this.#input.writableNeedDrain) {
      await new Promise<void>((resolve) => {
        const go = () => {
          this.#input.off("drain", go).off("close", go);
          resolve();
        };
        this.#input.once("drain", go).once("close", go);
      });
    }
  }

  #deliver(message: Buffer): void {
    const at = message.length - sessionEndingBytes;
    const [, sessionId] = sessionEnding.exec(message.toString("latin1", Math.max(0, at))) ?? [];
    const connection = sessionId === undefined ? undefined : this.#sessions.get(sessionId);
    const head = message.toString("latin1", 0, methodMaxBytes);
    if (!connection?.canWait) {
      this.#pauses.used();
      if (sessionId !== undefined && head.startsWith('{"id":')) this.#pauses.answered(sessionId);
    }
    const [, change] = attachments.exec(head) ?? [];
    if (change !== undefined) this.#follow(change, message, connection);
    if (sessionId === undefined) this.#answer(message);
    else if (sessionId !== connection?.rootId) connection?.receive(message);
    else connection.receive(Buffer.concat([message.subarray(0, at), Buffer.from("}")]));
  }

  /** Sessions that Chromium opens and closes within a connection. */
  #follow(change: string, message: Buffer, connection: Connection | undefined): void {
    const { sessionId } = attachment.parse(JSON.parse(message.toString())).params;
    if (change === "attachedTo") {
      if (connection) this.#sessions.set(sessionId, connection);
      return;
    }
    const closed = this.#sessions.get(sessionId);
    if (closed?.rootId === sessionId) closed.close();
    else this.#remove(sessionId);
  }

  /** The answer to a command of the pipe itself, which only attaches and detaches. */
  #answer(message: Buffer): void {
    const read = answer.safeParse(parseJson(message.toString()));
    const attaching = read.success ? this.#attaching.get(read.data.id) : undefined;
    if (!read.success || !attaching) return;
    this.#attaching.delete(read.data.id);
    const { connection, resolve, reject } = attaching;
    const sessionId = read.data.result?.sessionId;
    if (sessionId === undefined) {
      reject(new DevToolsRefusal(read.data.error?.message ?? "no session"));
      return;
    }
    // At once: the next message may be one of this session.
    connection.rootId = sessionId;
    this.#sessions.set(sessionId, connection);
    resolve();
  }

  #forget(connection: Connection): void {
    for (const [id, owner] of this.#sessions) if (owner === connection) this.#remove(id);
  }

  #remove(sessionId: string): void {
    this.#sessions.delete(sessionId);
    this.#pauses.gone(sessionId);
  }

  #close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    for (const { reject } of this.#attaching.values()) reject(hasEnded());
    this.#attaching.clear();
    for (const connection of new Set(this.#sessions.values())) connection.close();
  }
}

const hasEnded = () => new DevToolsClosed("the browser has ended");

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
