import { QueryClient } from "@tanstack/react-query";
import { afterEach, expect, test, vi } from "vitest";
import { readSearchQuery } from "../bff/log-search-query.ts";
import { logSearchQueries } from "./log-search.ts";

afterEach(() => vi.unstubAllGlobals());

test("recorded invocations are searched for the beginning of a long phrase, without half of a character", async () => {
  const texts: (string | null)[] = [];
  vi.stubGlobal("fetch", async (address: string) => {
    texts.push(new URL(address, "http://fleet").searchParams.get("text"));
    return Response.json({});
  });
  const search = async (phrase: string) => {
    const query = readSearchQuery(`"${phrase}"`);
    if (!("terms" in query)) throw new Error(`"${phrase}" is no search`);
    // What answers is of no interest here.
    await new QueryClient({ defaultOptions: { queries: { retry: false } } })
      .fetchInfiniteQuery(logSearchQueries.invocations(phrase, query))
      .catch(() => undefined);
  };
  const before = "a".repeat(254);
  await search(`${before}\u{1f600} is cut`);
  await search(`${before}b is cut`);
  await search("\u{1f600}");
  expect(texts).toEqual([before, `${before}b`, "\u{1f600}"]);
});
