// An upstream that serves log streams as published servers do: follow starts at the end and has no ids, history is the
// whole file and may never end. It can cut, end, refuse and lose its session at any moment.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import type { LogPort, Verdict } from "../../../lib/server/streams/log-port.ts";

class UnexpectedStatus extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

export class FakeLogUpstream {
  readonly #server: Server;
  readonly #followers = new Set<ServerResponse>();
  readonly #tails = new Set<ServerResponse>();
  readonly file: string[] = [];
  /** Received requests, oldest first. */
  readonly requests: { url: string; follow: boolean }[] = [];
  status = 200;
  /** For history alone. */
  historyStatus = 200;
  isHistoryEndless = false;
  isSessionGone = false;
  /** The log is an invocation's, which has ended. */
  isInvocationOver = false;
  /** Both streams send this one line and end. */
  onlyLine: string | undefined;
  /** Runs after a follower was attached and before its headers go out. */
  onFollow: () => void = () => undefined;
  beforeHistory: () => Promise<void> = async () => undefined;
  /** Writes a history; may pause within it, or break its connection. */
  writeHistory: (response: ServerResponse, lines: readonly string[]) => Promise<void> = async (
    response,
    lines,
  ) => void response.write(this.encode(lines));
  /** The history continues with new lines, as the published server's does. */
  isHistoryTailing = false;
  /** Followers get lines this much later. */
  followDelayMs = 0;

  readonly #nowMs: () => number;

  /** `nowMs`: gives the time that lines are stamped with, epoch milliseconds. */
  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
    this.#server = createServer((incoming, response) => void this.#answer(incoming.url ?? "", response));
  }

  get url(): string {
    return `http://127.0.0.1:${this.#address().port}`;
  }

  async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return this;
  }

  get openCount(): number {
    return this.#followers.size;
  }

  async #answer(url: string, response: ServerResponse): Promise<void> {
    const follow = new URL(url, "http://upstream").searchParams.get("follow") === "true";
    this.requests.push({ url, follow });
    const status = follow || this.status !== 200 ? this.status : this.historyStatus;
    if (status !== 200) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end("{}");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (this.onlyLine !== undefined) {
      response.end(this.encode([this.onlyLine]));
      return;
    }
    if (follow) {
      this.#followers.add(response);
      response.on("close", () => this.#followers.delete(response));
      this.onFollow();
      return;
    }
    await this.beforeHistory();
    if (response.destroyed) return;
    if (this.isHistoryTailing) {
      response.write(this.encode(this.file));
      this.#tails.add(response);
      response.on("close", () => this.#tails.delete(response));
      return;
    }
    await this.writeHistory(response, [...this.file]);
    if (!this.isHistoryEndless) response.end();
  }

  /** Events of lines, stamped now. */
  encode(lines: readonly string[]): string {
    const timestamp = new Date(this.#nowMs()).toISOString();
    return lines
      .map((message) => `data: ${JSON.stringify({ event: "log", timestamp, message })}\n\n`)
      .join("");
  }

  write(...lines: string[]): void {
    this.file.push(...lines);
    this.send(...lines);
  }

  /** Sent to current followers, and absent from the history. */
  send(...lines: string[]): void {
    const text = this.encode(lines);
    for (const tail of this.#tails) tail.write(text);
    const followers = [...this.#followers];
    const deliver = () => {
      for (const follower of followers) follower.write(text);
    };
    if (this.followDelayMs > 0) setTimeout(deliver, this.followDelayMs);
    else deliver();
  }

  raw(text: string): void {
    for (const follower of this.#followers) follower.write(text);
  }

  /** Breaks every follower's connection. */
  cut(): void {
    for (const stream of [...this.#followers, ...this.#tails]) stream.destroy();
    this.#followers.clear();
    this.#tails.clear();
  }

  /** Ends every follower's stream as a whole answer. */
  end(): void {
    for (const follower of this.#followers) follower.end();
    this.#followers.clear();
  }

  get port(): LogPort {
    const { port } = this.#address();
    return {
      async open(_, { follow, signal }) {
        const url = `http://127.0.0.1:${port}/?follow=${follow}`;
        const answer = await request(url, { signal, bodyTimeout: 0 });
        if (answer.statusCode !== 200) {
          await answer.body.dump();
          throw new UnexpectedStatus(answer.statusCode);
        }
        return answer.body;
      },
      judge: (error): Verdict => {
        if (error instanceof UnexpectedStatus && error.status === 404)
          return { kind: "missing", reason: "gone" };
        if (error instanceof UnexpectedStatus && error.status < 500 && error.status !== 429)
          return { kind: "refused", reason: error.message };
        return { kind: "passing", reason: error instanceof Error ? error.message : "?" };
      },
      overReason: async (_, missing) => {
        if (this.isInvocationOver) return "The invocation has ended.";
        return missing && this.isSessionGone ? "There is no such session." : undefined;
      },
    };
  }

  #address(): AddressInfo {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("not listening");
    return address;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
