// A live stream of a running dashboard as a browser's network stack has it: a socket that can be read, left, or not
// read at all.
import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { createParser } from "eventsource-parser";
import {
  type Cursor,
  type LiveFrame,
  liveFrame,
  liveQuery,
  type Topic,
  type TopicRequest,
} from "../../../lib/bff/live.ts";
import { isConnectedOnServer } from "../programs/server-connection.ts";

export interface LiveConnectionOptions {
  topics: readonly (Topic | TopicRequest)[];
  cookie?: string;
  /** An API token. */
  token?: string;
  method?: string;
}

export class LiveStreamClient {
  readonly response: IncomingMessage;
  readonly frames: LiveFrame[] = [];
  ended = false;

  private constructor(response: IncomingMessage) {
    this.response = response;
    for (const event of ["end", "close", "error"]) {
      response.on(event, () => {
        this.ended = true;
      });
    }
  }

  /** Resolves once the status is there; nothing is read before `read`. */
  static open(
    base: string,
    { topics, cookie, token, method = "GET" }: LiveConnectionOptions,
  ): Promise<LiveStreamClient> {
    const query = liveQuery(topics.map((each) => (typeof each === "string" ? { topic: each } : each)));
    return new Promise((resolve, reject) => {
      const headers = {
        ...(cookie === undefined ? {} : { cookie }),
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      };
      const send = base.startsWith("https:") ? httpsRequest : httpRequest;
      // Certificates of tests are signed by themselves.
      const options = { agent: false, headers, method, rejectUnauthorized: false };
      const asking = send(`${base}/api/live?${query}`, options);
      asking.on("response", (response) => resolve(new LiveStreamClient(response)));
      asking.on("error", reject);
      asking.end();
    });
  }

  get status(): number {
    return this.response.statusCode ?? 0;
  }

  read(): this {
    const parser = createParser({
      onEvent: ({ data }) => this.frames.push(liveFrame.parse(JSON.parse(data))),
    });
    this.response.setEncoding("utf8");
    this.response.on("data", (text: string) => parser.feed(text));
    return this;
  }

  leave(): void {
    this.response.destroy();
  }

  /** Whether the server's end is still connected: one that does not read would not notice. Linux only. */
  get isConnectedOnServer(): boolean {
    return isConnectedOnServer(this.response.socket);
  }

  get lines() {
    return this.frames.flatMap((frame) => (frame.kind === "lines" ? frame.lines : []));
  }

  get texts(): string[] {
    return this.lines.map((line) => line.text);
  }

  textsOf(topic: Topic): string[] {
    return this.frames.flatMap((frame) =>
      frame.kind === "lines" && frame.topic === topic ? frame.lines.map(({ text }) => text) : [],
    );
  }

  get isOpen(): boolean {
    return this.frames.some((frame) => frame.kind === "state" && frame.state === "open");
  }

  get cursor(): Cursor | undefined {
    return this.cursorOf();
  }

  /** The position after the last line of that topic, or of any. */
  cursorOf(topic?: Topic): Cursor | undefined {
    const last = this.frames.findLast(
      (frame) => frame.kind === "lines" && (topic === undefined || frame.topic === topic),
    );
    return last?.kind === "lines" ? { epoch: last.epoch, id: last.lines.at(-1)?.id ?? 0 } : undefined;
  }

  get byeReason(): string | undefined {
    const last = this.frames.at(-1);
    return last?.kind === "bye" ? last.reason : undefined;
  }
}
