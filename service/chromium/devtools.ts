// A minimal client of the Chrome DevTools Protocol: one connection, flat sessions, everything bounded. Callers name the
// methods and parse the results with their own schemas, except for the methods that most of them need.
import { z } from "zod";
import type { DevToolsChannel, OpenDevTools } from "./devtools-channel.ts";

const commandTimeoutMs = 15_000;
const maxPendingCommands = 1000;
const methodMaxBytes = 100;

/** What a command rejects with. */
export class DevToolsError extends Error {
  override readonly name: string = "DevToolsError";
}

/** Chromium answered a command with an error. */
export class DevToolsRefusal extends DevToolsError {
  override readonly name = "DevToolsRefusal";
}

/** The connection is closed: the browser or the target has exited. */
export class DevToolsClosed extends DevToolsError {
  override readonly name = "DevToolsClosed";
}

/** A command was not answered in time. */
export class DevToolsTimeout extends DevToolsError {
  override readonly name = "DevToolsTimeout";
}

export interface SendOptions {
  /** Session of an attached target; absent for commands to the browser. */
  sessionId?: string;
  timeoutMs?: number;
}

/** `sessionId` is absent on events of the browser itself. */
export type EventListener = (params: unknown, sessionId: string | undefined) => void;

interface Pending {
  method: string;
  resolve: (result: unknown) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}

const incoming = z.object({
  id: z.number().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.object({ message: z.string() }).optional(),
  sessionId: z.string().optional(),
});
const attached = z.object({ sessionId: z.string() });
const evaluated = z.object({
  result: z.object({ value: z.unknown().optional() }),
  exceptionDetails: z.object({ text: z.string() }).optional(),
});
const targets = z.object({
  targetInfos: z.array(
    z.object({
      targetId: z.string(),
      type: z.string(),
      title: z.string(),
      url: z.string(),
      browserContextId: z.string().optional(),
    }),
  ),
});

export class DevTools {
  readonly #pending = new Map<number, Pending>();
  readonly #listeners = new Map<string, Set<EventListener>>();
  readonly #closeListeners = new Set<() => void>();
  #channel: DevToolsChannel | undefined;
  #hasClosed = false;
  #lastId = 0;

  private constructor() {}

  /** Opens a connection of its own; `canWait` as for a `DevToolsListener`. Rejects with an error of this file. */
  static async over(open: OpenDevTools, { canWait = false } = {}): Promise<DevTools> {
    const devtools = new DevTools();
    devtools.#channel = await open({
      canWait,
      receive: (message) => devtools.#receive(message),
      closed: () => {
        devtools.#failAll(new DevToolsClosed("the browser closed the DevTools connection"));
        devtools.#hasClosed = true;
        for (const listener of devtools.#closeListeners) listener();
      },
    });
    return devtools;
  }

  /** Resolves when the connection is closed, by either side. */
  get closed(): Promise<void> {
    return new Promise((resolve) => this.onClose(resolve));
  }

  /** Calls `listener` when the connection is closed, also when it was before. The returned function removes it. */
  onClose(listener: () => void): () => void {
    if (this.#hasClosed) listener();
    else this.#closeListeners.add(listener);
    return () => this.#closeListeners.delete(listener);
  }

  /** Sends a command; resolves with its raw result. Rejects with one of this file's errors; 15 seconds by default. */
  send(method: string, params: object = {}, options: SendOptions = {}): Promise<unknown> {
    const channel = this.#channel;
    if (!channel?.isOpen()) {
      return Promise.reject(new DevToolsClosed(`${method}: the DevTools connection is closed`));
    }
    if (this.#pending.size >= maxPendingCommands) {
      return Promise.reject(new DevToolsRefusal(`${method}: too many commands are waiting for an answer`));
    }
    this.#lastId += 1;
    const id = this.#lastId;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#pending.delete(id);
        reject(new DevToolsTimeout(`${method}: no answer in time`));
      }, options.timeoutMs ?? commandTimeoutMs);
      this.#pending.set(id, { method, resolve, reject, timer });
      channel.send(JSON.stringify({ id, method, params, sessionId: options.sessionId }));
    });
  }

  /** Sends a command and parses its result with `schema`. */
  async ask<Schema extends z.ZodType>(
    schema: Schema,
    method: string,
    params: object = {},
    options: SendOptions = {},
  ): Promise<z.output<Schema>> {
    return schema.parse(await this.send(method, params, options));
  }

  /** Attaches to a target; resolves with the session id. */
  async attach(targetId: string): Promise<string> {
    const { sessionId } = await this.ask(attached, "Target.attachToTarget", { targetId, flatten: true });
    return sessionId;
  }

  async detach(sessionId: string): Promise<void> {
    await this.send("Target.detachFromTarget", { sessionId });
  }

  /** The value of an expression in an attached page. Rejects with DevToolsRefusal when the expression throws. */
  async evaluate(expression: string, options: SendOptions): Promise<unknown> {
    const params = { expression, returnByValue: true };
    const { result, exceptionDetails } = await this.ask(evaluated, "Runtime.evaluate", params, options);
    if (exceptionDetails) throw new DevToolsRefusal(`Runtime.evaluate: ${exceptionDetails.text}`);
    return result.value;
  }

  /** Whether an attached page is in front. Waits a second at most. */
  async isVisible(sessionId: string): Promise<boolean> {
    const state = await this.evaluate("document.visibilityState", { sessionId, timeoutMs: 1000 });
    return state === "visible";
  }

  async targets(options: SendOptions = {}): Promise<z.output<typeof targets>["targetInfos"]> {
    return (await this.ask(targets, "Target.getTargets", {}, options)).targetInfos;
  }

  /** Subscribes to one event of the browser and of all attached targets; the returned function unsubscribes. */
  on(method: string, listener: EventListener): () => void {
    const listeners = this.#listeners.get(method) ?? new Set();
    this.#listeners.set(method, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  get isOpen(): boolean {
    return this.#channel?.isOpen() ?? false;
  }

  close(): void {
    this.#channel?.close();
  }

  #receive(bytes: Buffer): void {
    // Not even parsed: an enabled domain has more events than are listened to.
    const [, event] = /^\{"method":"([\w.]+)"/.exec(bytes.toString("latin1", 0, methodMaxBytes)) ?? [];
    if (event !== undefined && !this.#listeners.has(event)) return;
    const text = bytes.toString();
    const message = incoming.parse(JSON.parse(text));
    if (message.id === undefined) {
      for (const listener of this.#listeners.get(message.method ?? "") ?? []) {
        listener(message.params, message.sessionId);
      }
      return;
    }
    const pending = this.#pending.get(message.id);
    if (!pending) return;
    this.#pending.delete(message.id);
    clearTimeout(pending.timer);
    if (message.error) pending.reject(new DevToolsRefusal(`${pending.method}: ${message.error.message}`));
    else pending.resolve(message.result);
  }

  #failAll(error: Error): void {
    for (const { reject, timer } of this.#pending.values()) {
      clearTimeout(timer);
      reject(error);
    }
    this.#pending.clear();
  }
}
