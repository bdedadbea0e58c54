// Answers GETs of JSON and of event streams without the framework, whose router and adapters take longer than most of
// these routes themselves, and hold four times the memory of an open stream. It calls the same routes, and answers only
// what is plain: all else (other methods, pages, downloads, paths that are encoded or unknown, route files that are not
// loaded yet) stays the framework's.
import { readFileSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { z } from "zod";
import { registeredRead } from "../lib/server/http/direct-reads.ts";
import type { Reply, StreamReply } from "../lib/server/http/reply.ts";
import { accepts } from "./accepted-encoding.ts";
import { targetBelow } from "./request-guard.ts";
import type { Handler } from "./traced-handler.ts";

/** A route file's path, such as `/api/browsers/[id]`, and its segments. */
interface RoutePath {
  path: string;
  segments: readonly string[];
}

const parameterOf = (segment: string | undefined) => /^\[(\w+)\]$/.exec(segment ?? "")?.[1];

/** Orders paths of one length as the framework tries them: where two differ, the one without a parameter comes first. */
function byPrecedence({ segments: one }: RoutePath, { segments: other }: RoutePath): number {
  const at = one.findIndex((segment, index) => !parameterOf(segment) !== !parameterOf(other[index]));
  return at === -1 ? 0 : parameterOf(one[at]) === undefined ? -1 : 1;
}

/** The paths of the build in `folder`, by their number of segments, in the order in which the framework tries them. */
export function readRoutePaths(folder: URL): ReadonlyMap<number, readonly RoutePath[]> {
  const text = readFileSync(new URL("app-path-routes-manifest.json", folder), "utf8");
  const paths = Object.values(z.record(z.string(), z.string()).parse(JSON.parse(text)))
    .map((path) => ({ path, segments: path.split("/") }))
    .sort(byPrecedence);
  return Map.groupBy(paths, ({ segments }) => segments.length);
}

export type RoutePaths = ReturnType<typeof readRoutePaths>;

/** In its path no dots, which have meanings of their own, and nothing encoded. */
const plainTarget = /^(\/api(?:\/[\w~-]+)+)(?:\?[^#]*)?$/;

/** The registered route of a plain target, and its parameters. */
function routeOf(routePaths: RoutePaths, target: string) {
  const given = plainTarget.exec(target)?.[1]?.split("/");
  if (given === undefined) return undefined;
  const found = routePaths
    .get(given.length)
    ?.find(({ segments }) =>
      segments.every((segment, at) => segment === given[at] || parameterOf(segment) !== undefined),
    );
  const route = found && registeredRead(found.path);
  if (found === undefined || route === undefined) return undefined;
  const params: Record<string, string> = {};
  for (const [at, segment] of found.segments.entries()) {
    const name = parameterOf(segment);
    if (name !== undefined) params[name] = given[at] ?? "";
  }
  return { route, params };
}

/** Named as the framework's own, by which the routes know it. */
class ResponseAborted extends Error {
  override readonly name = "ResponseAborted";
}

/**
 * A request with a signal as it is given: the constructor's own signal only follows it, which takes longer than all else. A copy
 * of it has no signal: pass that on by itself.
 */
class DirectRequest extends Request {
  readonly #left: AbortSignal;

  constructor(target: string, headers: [name: string, value: string][], left: AbortSignal) {
    super(`http://localhost${target}`, { headers });
    this.#left = left;
  }

  override get signal(): AbortSignal {
    return this.#left;
  }
}

/** The request as the framework gives it to routes: without the base path, and aborted when the client leaves. */
function requestOf({ headers }: IncomingMessage, response: ServerResponse, target: string): Request {
  const left = new AbortController();
  response.once("close", () => {
    if (!response.writableFinished) left.abort(new ResponseAborted());
  });
  const sent: [name: string, value: string][] = [];
  for (const name in headers) {
    const value = headers[name];
    for (const line of Array.isArray(value) ? value : [value])
      if (line !== undefined) sent.push([name, line]);
  }
  return new DirectRequest(target, sent, left.signal);
}

const compressibleBytes = 1024;
const compress = promisify(gzip);
/** Bodies that many requests share: each is compressed once. */
const compressed = new WeakMap<Uint8Array, Promise<Buffer>>();

function compressedOf(body: Uint8Array | string): Promise<Buffer> {
  if (typeof body === "string") return compress(body);
  const made = compressed.get(body) ?? compress(body);
  compressed.set(body, made);
  return made;
}

function setHead({ status, headers }: Reply | StreamReply, response: ServerResponse): void {
  response.statusCode = status;
  for (const name in headers) {
    const value = headers[name];
    if (value !== undefined) response.setHeader(name, value);
  }
}

/** Sends what the stream has at the client's pace, and cancels it when the client leaves. Throws the stream's errors. */
async function sendStream(reply: StreamReply, response: ServerResponse): Promise<void> {
  if (response.destroyed) return await reply.body.cancel();
  const reader = reply.body.getReader();
  let resume: (() => void) | undefined;
  response.on("drain", () => resume?.());
  response.once("close", () => {
    // An error of the stream is that of its reading below.
    void reader.cancel().catch(() => undefined);
    resume?.();
  });
  setHead(reply, response);
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    if (response.write(value) || response.destroyed) continue;
    await new Promise<void>((resolve) => {
      resume = resolve;
    });
  }
  response.end();
}

async function send(reply: Reply, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { headers, body } = reply;
  const type = headers["content-type"] ?? "";
  const isText = /^(text\/|application\/json\b)/.test(type);
  const length = body === null ? 0 : Buffer.byteLength(body);
  const isCompressed = isText && length >= compressibleBytes && accepts("gzip", request);
  const sent = isCompressed && body !== null ? await compressedOf(body) : body;
  setHead(reply, response);
  if (isText) response.setHeader("vary", "Accept-Encoding");
  if (isCompressed) response.setHeader("content-encoding", "gzip");
  if (sent !== null) response.setHeader("content-length", Buffer.byteLength(sent));
  response.end(sent);
}

/** A handler that answers what it can by itself and passes everything else to the framework. */
export function withDirectReads(framework: Handler, routePaths: RoutePaths, basePath: string): Handler {
  return async (request, response) => {
    const target = request.method === "GET" ? targetBelow(basePath, request.url) : undefined;
    const found = target && routeOf(routePaths, target);
    if (!target || !found) return await framework(request, response);
    const { route, params } = found;
    const reply = await route(requestOf(request, response, target), { params: Promise.resolve(params) });
    const { body } = reply;
    if (body instanceof ReadableStream) await sendStream({ ...reply, body }, response);
    else await send({ ...reply, body }, request, response);
  };
}
