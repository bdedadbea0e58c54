import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { pagingHeaders, pagingOf } from "../contract/paging.ts";
import { proxyQueries } from "./proxies.ts";

afterEach(() => vi.unstubAllGlobals());

/** A fleet of so many proxies, listed page by page; returns the requested searches. */
function fleetOf(count: number): string[] {
  const requests: string[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    const { searchParams, search } = new URL(address, "http://fleet");
    requests.push(search);
    const limit = Number(searchParams.get("limit") ?? 20);
    const offset = Number(searchParams.get("offset") ?? 0);
    const items = Array.from({ length: count }, (_, at) => ({ id: `proxy-${at}`, type: "custom" })).slice(
      offset,
      offset + limit,
    );
    const hasMore = offset + limit < count;
    const headers = pagingHeaders(pagingOf({ limit, offset, count: items.length, hasMore }));
    return Response.json(items, { headers });
  });
  return requests;
}

test("reads the list to its end, with filters", async () => {
  const requests = fleetOf(130);
  const { items, paging } = await new QueryClient().fetchQuery(proxyQueries.every({ query: "eu" }, 200));
  expect(items).toHaveLength(130);
  expect(paging?.hasMore).toBe(false);
  expect(requests).toEqual(["?limit=100&offset=0&query=eu", "?limit=100&offset=100&query=eu"]);
});

test("stops at the limit and reports that there is more", async () => {
  const requests = fleetOf(230);
  const { items, paging } = await new QueryClient().fetchQuery(proxyQueries.every({}, 200));
  expect(items).toHaveLength(200);
  expect(paging?.hasMore).toBe(true);
  expect(requests).toHaveLength(2);
});
