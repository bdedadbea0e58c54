import { expect, it } from "vitest";
import type { Pool } from "../../contract/pools.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { type PoolReads, poolsToAnalyze } from "./pools-to-analyze.ts";

const pool = (id: string): Pool => ({
  id,
  available_count: 1,
  acquired_count: 0,
  created_at: "2026-11-20T12:00:00Z",
  browser_pool_config: {},
});
const page = Array.from({ length: 100 }, (_, at) => pool(`p${at + 1}`));
const retrieved: string[] = [];
const reads = (whole: boolean, one: PoolReads["one"]): PoolReads => ({
  first: async () => ({ pools: page, whole }),
  one: (id) => {
    retrieved.push(id);
    return one(id);
  },
});
const refuses = (status: number) => async () => {
  throw new UpstreamFailure(status, "code", "words", { unhealthy: false, retryable: false });
};

it("returns the first page, and whether there are more pools", async () => {
  expect(await poolsToAnalyze(undefined, reads(true, refuses(500)))).toEqual({ pools: page, complete: true });
  expect((await poolsToAnalyze(undefined, reads(false, refuses(500)))).complete).toBe(false);
});

it("retrieves the requested pool when it is not on the first page", async () => {
  retrieved.length = 0;
  expect(await poolsToAnalyze("p7", reads(false, refuses(500)))).toEqual({
    pools: [pool("p7")],
    complete: true,
  });
  expect(retrieved).toEqual([]);
  expect(
    await poolsToAnalyze(
      "p101",
      reads(false, async (id) => pool(id)),
    ),
  ).toEqual({
    pools: [pool("p101")],
    complete: true,
  });
  expect(retrieved).toEqual(["p101"]);
});

it("returns nothing for a pool that does not exist or cannot be retrieved, and throws other failures", async () => {
  for (const status of [404, 501])
    expect(await poolsToAnalyze("p101", reads(false, refuses(status)))).toEqual({
      pools: [],
      complete: false,
    });
  await expect(poolsToAnalyze("p101", reads(false, refuses(502)))).rejects.toThrow(UpstreamFailure);
});
