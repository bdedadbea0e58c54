// One HTTP exchange with the upstream: headers built from scratch, redirects never followed, time and size bounded.
// Retries, caches and the content of bodies are handled elsewhere.
import "server-only";
import type { Readable } from "node:stream";
import { Agent, request } from "undici";
import type { RequestLine } from "../../contract/request.ts";
import { env } from "../kernel/env.ts";
import { deadlines } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import { Semaphore } from "../kernel/semaphore.ts";
import { traceparent } from "../kernel/tracing.ts";
import { recordFailure, recordSuccess } from "./health.ts";
import { authorization, forgetToken } from "./token.ts";
import { failureOfStatus, failureOfTransport, timedOut, UpstreamFailure } from "./upstream-failure.ts";

/** Time limits of one exchange: `headersMs` until the headers, `totalMs` until the end of the body. */
export interface Deadline {
  headersMs: number;
  totalMs: number;
}

/**
 * The largest JSON answer. The vendor documents outputs and payloads of up to 4.5 MB each, which JSON within JSON escapes to
 * about a third more; with room for APIs that allow more. Memory stays bounded by `places`.
 */
const maxJsonBytes = 16 * 1024 * 1024;
/** Answers above `smallBytes` are read a few at a time: 64 reads with 1 MiB each and four with 16 MiB are 128 MiB. */
const smallBytes = 1024 * 1024;
const largeAtATime = 4;
const readsAtATime = 64;
/**
 * Acts are as many as clients have connections, 2,000. Of those whose answers are above `smallActBytes` 64 are read at a
 * time: 2,000 with 64 KiB each and 64 with 1 MiB are 192 MiB more. The others wait in their connections.
 */
const smallActBytes = 64 * 1024;
const actsAtATime = 64;
const places = perProcess("upstream-answer-places", () => ({
  act: new Semaphore(actsAtATime),
  large: new Semaphore(largeAtATime),
}));
const maxErrorBytes = 64 * 1024;

const agents = perProcess("upstream-agents", () => {
  const { connectMs, bodySilenceMs: bodyTimeout, ...upstream } = deadlines.upstream;
  const connect = { timeout: connectMs };
  const json = { connect, maxResponseSize: maxJsonBytes, bodyTimeout };
  return {
    read: new Agent({ ...json, connections: readsAtATime }),
    // Unlimited, as what follows: each belongs to one request of a client, whose number is limited, and may rightly last
    // for minutes. One that waited for a connection would fail as if the API did not answer.
    act: new Agent({ ...json, connections: null }),
    stream: new Agent({
      connect,
      connections: null,
      bodyTimeout: 0,
      headersTimeout: upstream.streamHeadersMs,
    }),
    download: new Agent({
      connect,
      connections: null,
      bodyTimeout,
      headersTimeout: upstream.downloadHeadersMs,
    }),
  };
});

/** The connection pool of an exchange; each has its own timeouts and limits. */
export type AgentClass = keyof ReturnType<typeof agents>;

/** Absolute address of a request line; throws when it is outside the configured origin and path. */
function addressOf(line: RequestLine): URL {
  const base = new URL(env().apiBaseUrl);
  const prefix = base.pathname.replace(/\/$/, "");
  const url = new URL(`${base.origin}${prefix}${line.path}`);
  if (url.origin !== base.origin || !url.pathname.startsWith(`${prefix}/`)) {
    throw new Error("A request line is outside the API's address.");
  }
  return url;
}

type Headers = Record<string, string | string[] | undefined>;

/** One header as text by its lower-case name; a repeated header counts as absent. */
export function headerOf(headers: Headers, name: string): string | undefined {
  const value = headers[name];
  return typeof value === "string" ? value : undefined;
}

/** A response whose body is still to be read. */
export interface Opened {
  status: number;
  headers: Headers;
  body: Awaited<ReturnType<typeof request>>["body"];
}

/** A request body that is streamed. */
export interface SentStream {
  contentType: string;
  contentLength: number | undefined;
  stream: Readable;
}

export interface ExchangeOptions {
  range?: string | undefined;
  /** The event after which a stream continues. */
  lastEventId?: string | undefined;
  sent?: SentStream | undefined;
}

/** Ends an exchange at any time, with a reason that it rejects with. */
interface Cut {
  signal: AbortSignal;
  abort: (reason: unknown) => void;
}

/** Sends and waits up to `headersMs` for status and headers. The caller owns the body and must read or destroy it;
 *  `signal` aborts the exchange at any time. Throws an UpstreamFailure, also for a status outside 2xx, or the signal's
 *  reason. */
export async function openExchange(
  line: RequestLine,
  agent: AgentClass,
  headersMs: number,
  signal: AbortSignal,
  accept: string,
  options: ExchangeOptions = {},
): Promise<Opened> {
  const late = new AbortController();
  const cut = {
    signal: AbortSignal.any([signal, late.signal]),
    abort: (reason: unknown) => late.abort(reason),
  };
  return await openUntilCut(line, agent, headersMs, cut, accept, options);
}

async function openUntilCut(
  line: RequestLine,
  agent: AgentClass,
  headersMs: number,
  cut: Cut,
  accept: string,
  { range, lastEventId, sent }: ExchangeOptions,
): Promise<Opened> {
  const timer = setTimeout(() => cut.abort(timedOut()), headersMs);
  const parent = traceparent();
  try {
    const answer = await request(addressOf(line), {
      dispatcher: agents()[agent],
      method: line.method,
      headers: {
        authorization: authorization(),
        accept,
        "user-agent": "fleetdeck",
        "x-request-id": crypto.randomUUID(),
        ...(parent === undefined ? {} : { traceparent: parent }),
        ...(range === undefined ? {} : { range }),
        ...(lastEventId === undefined ? {} : { "last-event-id": lastEventId }),
        ...(line.body === undefined ? {} : { "content-type": "application/json" }),
        ...(sent === undefined ? {} : { "content-type": sent.contentType }),
        ...(sent?.contentLength === undefined ? {} : { "content-length": String(sent.contentLength) }),
      },
      body: sent?.stream ?? line.body ?? null,
      headersTimeout: headersMs + 1000,
      signal: cut.signal,
    });
    const { statusCode: status, headers, body } = answer;
    if (status >= 200 && status < 300) {
      recordSuccess();
      return { status, headers, body };
    }
    if (status === 401) forgetToken();
    const bytes = await readAtMost(body, maxErrorBytes);
    throw failureOfStatus(status, bytes, headerOf(headers, "retry-after"), Date.now());
  } catch (error) {
    const failure = cut.signal.aborted ? cut.signal.reason : failureOfTransport(error);
    if (failure instanceof UpstreamFailure) recordFailure(failure);
    throw failure;
  } finally {
    clearTimeout(timer);
  }
}

/** Discards the rest of a body. The listener is for its abort error, which would otherwise end the process. */
export function discardBody(body: Readable): void {
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
  discardBody(body);
  return Buffer.concat(parts);
}

/** The whole body; beyond the first mebibyte, of acts the first 64 KiB, only a few are read at a time. */
export async function readWhole(
  body: AsyncIterable<unknown>,
  agent: "read" | "act",
): Promise<Buffer<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  let leaveActs: (() => void) | undefined;
  let leaveLarge: (() => void) | undefined;
  try {
    for await (const part of body) {
      if (!(part instanceof Uint8Array)) continue;
      parts.push(part);
      size += part.byteLength;
      if (agent === "act" && size > smallActBytes) leaveActs ??= await places().act.enter();
      if (size > smallBytes) leaveLarge ??= await places().large.enter();
    }
    return Buffer.concat(parts);
  } finally {
    leaveLarge?.();
    leaveActs?.();
  }
}

/** A complete response; `receivedAtMs` is epoch milliseconds. */
export interface Received {
  status: number;
  headers: Headers;
  bytes: Buffer<ArrayBuffer>;
  receivedAtMs: number;
}

/** Sends and reads the whole response, at most 16 MiB, within the deadline. Throws an UpstreamFailure. */
export async function exchange(
  line: RequestLine,
  { headersMs, totalMs }: Deadline,
  { accept = "application/json" }: { accept?: string } = {},
): Promise<Received> {
  // For both limits, as a signal that follows two others takes longer than the rest of this.
  const cut = new AbortController();
  const timer = setTimeout(() => cut.abort(timedOut()), totalMs);
  try {
    const agent = line.method === "GET" ? "read" : "act";
    const { status, headers, body } = await openUntilCut(line, agent, headersMs, cut, accept, {});
    try {
      const bytes = await readWhole(body, agent);
      return { status, headers, bytes, receivedAtMs: Date.now() };
    } catch (error) {
      const failure = cut.signal.aborted ? cut.signal.reason : failureOfTransport(error);
      if (failure instanceof UpstreamFailure) recordFailure(failure);
      throw failure;
    }
  } finally {
    clearTimeout(timer);
  }
}
