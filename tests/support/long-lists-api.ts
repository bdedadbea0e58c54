// An upstream over HTTP with as many pools and sessions as a test wants, newest first and by pages, and nothing else.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { pageLimit, pagingHeaders, pagingOf } from "../../lib/contract/paging.ts";
import { listenAnywhere } from "./pass-on.ts";

const madeMs = Date.UTC(2026, 10, 1);
const madeAt = (at: number) => new Date(madeMs + at * 1_000).toISOString();

const poolAt = (at: number) => ({
  id: `pool_${at}`,
  name: `pool ${at}`,
  available_count: 1,
  acquired_count: 1,
  created_at: madeAt(at),
  browser_pool_config: { size: 2 },
});
const sessionAt = (at: number) => ({
  session_id: `session_${at}`,
  created_at: madeAt(at),
  headless: true,
  stealth: false,
  timeout_seconds: 3_600,
});

/** Starts on a free port of loopback; `holds` may be changed at any time. Sessions and pools are numbered by age. */
export async function startLongListsApi(token: string, holds: { pools: number; sessions: number }) {
  const lists: Record<string, () => [number, (at: number) => unknown]> = {
    "/browser_pools": () => [holds.pools, poolAt],
    "/browsers": () => [holds.sessions, sessionAt],
  };
  function reply(incoming: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://upstream");
    incoming.resume();
    const known = incoming.headers.authorization === `Bearer ${token}`;
    const status = known ? (incoming.method === "GET" ? 200 : 405) : 401;
    const [total, itemAt] = lists[pathname]?.() ?? [0, poolAt];
    const limit = Number(searchParams.get("limit") ?? pageLimit.standard);
    const offset = Number(searchParams.get("offset") ?? 0);
    const count = Math.max(0, Math.min(limit, total - offset));
    const items = Array.from({ length: count }, (_, at) => itemAt(total - 1 - offset - at));
    const paging = pagingOf({ limit, offset, count, hasMore: offset + count < total });
    answer
      .writeHead(status, { "content-type": "application/json", ...pagingHeaders(paging) })
      .end(JSON.stringify(status === 200 ? items : { code: "refused", message: "not here" }));
  }
  return { ...(await listenAnywhere(createServer(reply))), holds };
}
