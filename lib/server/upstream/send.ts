// One HTTP exchange with the upstream: headers built from nothing, never a redirect, everything bounded in time and
// size. Knows nothing of retries, caches or what the body means.
import "server-only";
import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { RequestLine } from "../../contract/request.ts";
import { env } from "../env.ts";
import { deadlines } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { failureOfStatus, failureOfTransport, timedOut, UpstreamFailure } from "./failure.ts";
import { noteFailure, noteSuccess } from "./health.ts";
import { authorization, forgetToken } from "./token.ts";
import { noteDate } from "./upstream-time.ts";

/** Bounds of one exchange; headers must arrive in `headersMs`, all of it in `totalMs`. */
export interface Deadline {
  headersMs: number;
  totalMs: number;
}

const maxJsonBytes = 5 * 1024 * 1024;
const maxErrorBytes = 64 * 1024;

const agents = () =>
  perProcess("upstream-agents", () => {
    const { connectMs, bodySilenceMs: bodyTimeout, ...upstream } = deadlines.upstream;
    const connect = { timeout: connectMs };
    return {
      json: new Agent({ connect, connections: 64, maxResponseSize: maxJsonBytes, bodyTimeout }),
      stream: new Agent({
        connect,
        connections: null,
        bodyTimeout: 0,
        headersTimeout: upstream.streamHeadersMs,
      }),
      download: new Agent({
        connect,
        connections: 32,
        bodyTimeout,
        headersTimeout: upstream.downloadHeadersMs,
      }),
      upload: new Agent({ connect, connections: 8, bodyTimeout }),
    };
  });

export type AgentClass = keyof ReturnType<typeof agents>;

/** Absolute address of a request line; asserts that it stays on the configured origin and under its path. */
function addressOf(line: RequestLine): URL {
  const base = new URL(env().apiBaseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const url = new URL(`${base.origin}${prefix}${line.path}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw new Error("A request line left the API's address.");
  }
  return url;
}

type Headers = Record<string, string | string[] | undefined>;

/** One header as text; a repeated one counts as absent. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

export interface Opened {
  status: number;
  headers: Headers;
  body: Awaited<ReturnType<typeof request>>["body"];
}

/** A body that is sent as it arrives. */
export interface SentStream {
  contentType: string;
  contentLength: number | undefined;
  stream: Readable;
}

/**
 * Sends and waits for status and headers; a status that is not 2xx throws an UpstreamFailure. The caller owns the
 * body and must read or destroy it. `signal` cuts the exchange at any time.
 */
export async function openExchange(
  line: RequestLine,
  agent: AgentClass,
  headersMs: number,
  signal: AbortSignal,
  accept: string,
  { range, sent }: { range?: string | undefined; sent?: SentStream | undefined } = {},
): Promise<Opened> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(timedOut()), headersMs);
  try {
    const answer = await request(addressOf(line), {
      dispatcher: agents()[agent],
      method: line.method,
      headers: {
        authorization: authorization(),
        accept,
        "user-agent": "fleetdeck",
        "x-request-id": crypto.randomUUID(),
        ...(range === undefined ? {} : { range }),
        ...(line.body === undefined ? {} : { "content-type": "application/json" }),
        ...(sent === undefined ? {} : { "content-type": sent.contentType }),
        ...(sent?.contentLength === undefined ? {} : { "content-length": String(sent.contentLength) }),
      },
      body: sent?.stream ?? line.body ?? null,
      headersTimeout: headersMs + 1000,
      signal: AbortSignal.any([signal, late.signal]),
    });
    const { statusCode: status, headers, body } = answer;
    noteDate(headerOf(headers, "date"));
    if (status >= 200 && status < 300) {
      noteSuccess();
      return { status, headers, body };
    }
    if (status === 401) forgetToken();
    const bytes = await readAtMost(body, maxErrorBytes);
    throw failureOfStatus(status, bytes, headerOf(headers, "retry-after"), Date.now());
  } catch (error) {
    const failure = late.signal.aborted
      ? timedOut()
      : signal.aborted
        ? signal.reason
        : failureOfTransport(error);
    if (failure instanceof UpstreamFailure) noteFailure(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** Gives up the rest of a body. It then fails with an abort that nobody waits for, which must not end the process. */
export function letGo(body: Opened["body"]): void {
  body.once("error", () => undefined);
  body.destroy();
}

async function readAtMost(body: Opened["body"], maxBytes: number) {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    if (!(part instanceof Uint8Array)) break;
    size += part.byteLength;
    if (size > maxBytes) break;
    parts.push(part);
  }
  letGo(body);
  return Buffer.concat(parts);
}

export interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer;
  receivedAtMs: number;
}

/** Sends and reads the whole answer within the deadline. */
export async function exchange(
  line: RequestLine,
  deadline: Deadline,
  signal?: AbortSignal,
): Promise<Received> {
  const total = new AbortController();
  const timer = setTimeout(() => total.abort(timedOut()), deadline.totalMs);
  const cut = signal === undefined ? total.signal : AbortSignal.any([signal, total.signal]);
  try {
    const { status, headers, body } = await openExchange(
      line,
      "json",
      deadline.headersMs,
      cut,
      "application/json",
    );
    try {
      const bytes = Buffer.from(await body.arrayBuffer());
      return { status, headers, bytes, receivedAtMs: Date.now() };
    } catch (error) {
      const failure = cut.aborted ? cut.reason : failureOfTransport(error);
      if (failure instanceof UpstreamFailure) noteFailure(failure);
      throw failure;
    }
  } finally {
    clearTimeout(timer);
  }
}
