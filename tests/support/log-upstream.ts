// An upstream that speaks log streams as published servers do: follow starts at the end and has no ids, history is the
// whole file and may never end. It can cut, end, refuse and lose its session at any moment.
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import type { LogPort, Verdict } from "../../lib/server/live/log-port.ts";

class Refused extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

export class LogUpstream {
  readonly #server: Server;
  readonly #followers = new Set<ServerResponse>();
  readonly file: string[] = [];
  /** Requests seen, oldest first. */
  readonly asked: { follow: boolean }[] = [];
  status = 200;
  /** For history alone. */
  historyStatus = 200;
  historyNeverEnds = false;
  /** Both streams send this one line and end. */
  explanation: string | undefined;
  /** Runs after a follower was attached and before its headers go out. */
  onFollow: () => void = () => undefined;
  beforeHistory: () => Promise<void> = async () => undefined;

  constructor() {
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
    this.asked.push({ follow });
    const status = follow || this.status !== 200 ? this.status : this.historyStatus;
    if (status !== 200) {
      response.writeHead(status, { "content-type": "application/json" });
      response.end("{}");
      return;
    }
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.flushHeaders();
    if (this.explanation !== undefined) {
      response.end(encode([this.explanation]));
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
    response.write(encode(this.file));
    if (!this.historyNeverEnds) response.end();
  }

  write(...lines: string[]): void {
    this.file.push(...lines);
    this.send(...lines);
  }

  /** Reaches those who follow now and is in no history. */
  send(...lines: string[]): void {
    for (const follower of this.#followers) follower.write(encode(lines));
  }

  raw(text: string): void {
    for (const follower of this.#followers) follower.write(text);
  }

  /** Breaks every follower's connection. */
  cut(): void {
    for (const follower of this.#followers) follower.destroy();
    this.#followers.clear();
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
          throw new Refused(answer.statusCode);
        }
        return answer.body;
      },
      judge: (error): Verdict => {
        if (error instanceof Refused && error.status === 404) return { kind: "ended", reason: "gone" };
        if (error instanceof Refused && error.status < 500) return { kind: "refused", reason: error.message };
        return { kind: "passing", reason: error instanceof Error ? error.message : "?" };
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

const encode = (lines: readonly string[]): string =>
  lines
    .map((message) => {
      const event = { event: "log", timestamp: new Date().toISOString(), message };
      return `data: ${JSON.stringify(event)}\n\n`;
    })
    .join("");
