// An upstream over HTTP that lists any number of scripted invocations as the API does, newest first and by pages, and
// has nothing else. Whether it returns one invocation by its id is chosen; a page of a million invocations costs
// what a page costs.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Paging, pageLimit, pagingHeaders } from "../../../lib/contract/paging.ts";
import { sinceEpochNs } from "../../../lib/contract/since.ts";
import { listenOnFreePort } from "../programs/free-port.ts";
import type { ScriptedInvocation } from "./scripted-invocations.ts";

export interface InvocationListOptions {
  token: string;
  count: number;
  /** The invocation of a number; a higher number never starts earlier. */
  invocationAt: (at: number) => ScriptedInvocation;
  /** Whether GET /invocations/{id} exists; when not it is 405, or, `ambiguous`, a 404 as if each one were missing. */
  retrieves: boolean | "ambiguous";
  /** Invocations that it has forgotten, by id. */
  forgotten?: ReadonlySet<string>;
}

const filters = ["status", "app_name", "version", "action_name"] as const;

/** The first number whose invocation starts at `sinceMs` or later. */
function firstSince({ count, invocationAt }: InvocationListOptions, sinceMs: number): number {
  let [low, high] = [0, count];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (Date.parse(invocationAt(middle).started_at) < sinceMs) low = middle + 1;
    else high = middle;
  }
  return low;
}

function pageOf(options: InvocationListOptions, search: URLSearchParams) {
  const { count, invocationAt, forgotten = new Set() } = options;
  const limit = Number(search.get("limit") ?? pageLimit.standard);
  const offset = Number(search.get("offset") ?? 0);
  const since = search.get("since");
  const from = since === null ? 0 : firstSince(options, Number(sinceEpochNs(since, Date.now()) / 1_000_000n));
  const requestedFilters = filters.filter((name) => search.has(name));
  const items: ScriptedInvocation[] = [];
  let hasMore = false;
  // Where every invocation counts the page's place is known; else the invocations before it have to be looked through.
  const known = requestedFilters.length === 0 && forgotten.size === 0;
  let skip = known ? 0 : offset;
  for (let at = count - 1 - (known ? offset : 0); at >= from; at -= 1) {
    const invocation = invocationAt(at);
    if (
      forgotten.has(invocation.id) ||
      !requestedFilters.every((name) => invocation[name] === search.get(name))
    )
      continue;
    if (skip > 0) skip -= 1;
    else if (items.length < limit) items.push(invocation);
    else {
      hasMore = true;
      break;
    }
  }
  const nextOffset = hasMore ? offset + items.length : 0;
  return { items, paging: { limit, offset, hasMore, nextOffset } satisfies Paging };
}

/** Starts on a free loopback port; `requestCounts` counts the requests by path. */
export async function startInvocationListApi(options: InvocationListOptions) {
  const requestCounts = new Map<string, number>();
  const send = (answer: ServerResponse, status: number, body: unknown, headers = {}) =>
    answer.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

  function reply(incoming: IncomingMessage, answer: ServerResponse): unknown {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://upstream");
    requestCounts.set(pathname, (requestCounts.get(pathname) ?? 0) + 1);
    incoming.resume();
    if (incoming.headers.authorization !== `Bearer ${options.token}`)
      return send(answer, 401, { code: "unauthorized", message: "bad token" });
    if (incoming.method !== "GET") return send(answer, 405, {});
    if (pathname === "/invocations") {
      const { items, paging } = pageOf(options, searchParams);
      return send(answer, 200, items, pagingHeaders(paging));
    }
    const [, id, part] = /^\/invocations\/([^/]+)(?:\/(.*))?$/.exec(pathname) ?? [];
    if (id === undefined)
      return send(
        answer,
        200,
        [],
        pagingHeaders({ limit: pageLimit.standard, offset: 0, hasMore: false, nextOffset: 0 }),
      );
    if (part === "browsers") return send(answer, 200, { browsers: [] });
    if (!options.retrieves) return send(answer, 405, {});
    const missing = { code: "not_found", message: "There is no such invocation." };
    if (options.retrieves === "ambiguous") return send(answer, 404, missing);
    const at = Number.parseInt(id.replace(/^inv_/, ""), 36);
    return Number.isInteger(at) && at < options.count
      ? send(answer, 200, options.invocationAt(at))
      : send(answer, 404, missing);
  }

  const server = createServer(reply);
  server.keepAliveTimeout = 60_000;
  return { ...(await listenOnFreePort(server)), requestCounts };
}
