// A scripted dashboard API: responses by operation, in place of the browser's fetch.
import { vi } from "vitest";
import { bffHeaders } from "@/lib/bff/headers";
import { ownOperations } from "@/lib/bff/operations/operations";
import type { Operation, OperationAnswer } from "@/lib/contract/operation";
import { allOperations } from "@/lib/contract/operations/operations";
import { pageLimit, pagingHeaders, pagingOf } from "@/lib/contract/paging";

/** One request as it arrived. */
export interface Call {
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  body: unknown;
  headers: Headers;
  signal: AbortSignal;
}

/** How an answer is dressed: when the upstream gave it, and why it is no newer. */
export interface ScriptedMeta {
  observedAtMs?: number;
  stale?: string;
}

type Handler = (call: Call) => Response | Promise<Response>;
interface Script {
  operation: Operation;
  pattern: RegExp;
  names: readonly string[];
  handle: Handler;
}

const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) =>
  new Response(body === undefined ? null : JSON.stringify(body), {
    status,
    headers: { "content-type": "application/json", ...headers },
  });

const statusOf = (operation: Operation): number => Number(Object.keys(operation.answers)[0] ?? 200);

/** A refused or failed answer in the one error envelope. */
export function problem(
  status: number,
  code: string,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return json(status, { code, message, request_id: "component-test" }, headers);
}

export class ScriptedBff {
  readonly #scripts: Script[] = [];
  readonly #calls: { operation: Operation; call: Call }[] = [];
  /** Changes that nothing was scripted for; a test that ends with one has failed. */
  readonly unexpected: string[] = [];

  /** Answers an operation by hand. The newest script of an operation wins. */
  on(operation: Operation, handle: Handler): this {
    const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
    const pattern = new RegExp(`^/api${operation.path.replace(/\{\w+\}/g, "([^/]+)")}$`);
    this.#scripts.unshift({ operation, pattern, names, handle });
    return this;
  }

  /** The script of an operation that is in force now: for another one that goes before it. */
  handlerOf(operation: Operation): Handler {
    const script = this.#scripts.find((each) => each.operation.id === operation.id);
    if (script === undefined) throw new Error(`${operation.id} is not scripted`);
    return script.handle;
  }

  /** Responds with a value, or a function of the call. */
  one<Op extends Operation>(
    operation: Op,
    value: OperationAnswer<Op> | ((call: Call) => OperationAnswer<Op> | Promise<OperationAnswer<Op>>),
    scriptedMeta: ScriptedMeta = {},
  ): this {
    return this.on(operation, async (call) =>
      json(
        statusOf(operation),
        value instanceof Function ? await value(call) : value,
        metaHeaders(scriptedMeta),
      ),
    );
  }

  /** Serves a list by limit and offset. */
  list<Op extends Operation>(
    operation: Op,
    items: OperationAnswer<Op> | ((call: Call) => OperationAnswer<Op> | Promise<OperationAnswer<Op>>),
    scriptedMeta: ScriptedMeta = {},
  ): this {
    return this.on(operation, async (call) => {
      const all: unknown = items instanceof Function ? await items(call) : items;
      if (!Array.isArray(all)) throw new Error(`${operation.id} lists no array`);
      const limit = Number(call.query.get("limit") ?? pageLimit.standard);
      const offset = Number(call.query.get("offset") ?? 0);
      const page: unknown[] = all.slice(offset, offset + limit);
      const paging = pagingOf({ limit, offset, count: page.length, hasMore: offset + limit < all.length });
      return json(200, page, { ...pagingHeaders(paging), ...metaHeaders(scriptedMeta) });
    });
  }

  /** Refuses or fails an operation until it is scripted again. */
  fail(operation: Operation, status: number, code: string, message: string): this {
    return this.on(operation, () => problem(status, code, message));
  }

  /** Never responds; an aborted call rejects like fetch. */
  hang(operation: Operation): this {
    return this.on(
      operation,
      ({ signal }) =>
        new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
    );
  }

  /** What arrived for an operation, oldest first. */
  calls(operation: Operation): readonly Call[] {
    return this.#calls.filter((each) => each.operation.id === operation.id).map(({ call }) => call);
  }

  /** Stands in for `fetch` until vitest restores the globals. */
  install(): this {
    vi.stubGlobal("fetch", (input: RequestInfo | URL, init?: RequestInit) =>
      this.#answer(new Request(input, init)),
    );
    return this;
  }

  async #answer(request: Request): Promise<Response> {
    const { pathname, searchParams } = new URL(request.url);
    for (const { operation, pattern, names, handle } of this.#scripts) {
      const match = operation.method === request.method ? pattern.exec(pathname) : null;
      if (match === null) continue;
      const text = await request.text();
      const call: Call = {
        params: Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(match[at + 1] ?? "")])),
        query: searchParams,
        body: isJson(request) && text !== "" ? JSON.parse(text) : text,
        headers: request.headers,
        signal: request.signal,
      };
      this.#calls.push({ operation, call });
      return await handle(call);
    }
    // An unscripted read is an operation that the upstream lacks; an unscripted change is a fault.
    if (request.method !== "GET") this.unexpected.push(`${request.method} ${pathname}`);
    return problem(501, "not_scripted", `${request.method} ${pathname} is not scripted`);
  }
}

/** Where everything that is listed is there and empty. */
export function emptyBff(): ScriptedBff {
  const bff = new ScriptedBff();
  for (const operation of [...allOperations, ...Object.values(ownOperations)]) {
    const lists = Object.values(operation.answers).some((answer) => answer?.kind === "list");
    if (operation.method === "GET" && lists) bff.on(operation, () => json(200, [], metaHeaders({})));
  }
  return bff;
}

const isJson = (request: Request) =>
  (request.headers.get("content-type") ?? "").startsWith("application/json");

const metaHeaders = ({ observedAtMs, stale }: ScriptedMeta): Record<string, string> => ({
  [bffHeaders.observedAtMs]: String(observedAtMs ?? Date.now()),
  ...(stale === undefined ? {} : { [bffHeaders.stale]: stale }),
});
