import { expect, it } from "vitest";
import type { Pool } from "../../contract/pools.ts";
import { UpstreamFailure } from "../upstream/failure.ts";
import { type PoolReads, poolsToWorkOut } from "./pool-of-insight.ts";

const pool = (id: string): Pool => ({
  id,
  available_count: 1,
  acquired_count: 0,
  created_at: "2026-11-20T12:00:00Z",
  browser_pool_config: {},
});
const page = Array.from({ length: 100 }, (_, at) => pool(`p${at + 1}`));
const asked: string[] = [];
const reads = (whole: boolean, one: PoolReads["one"]): PoolReads => ({
  first: async () => ({ pools: page, whole }),
  one: (id) => {
    asked.push(id);
    return one(id);
  },
});
const refuses = (status: number) => async () => {
  throw new UpstreamFailure(status, "code", "words", { unhealthy: false, retryable: false });
};

it("works out the first page, and says when there are more pools", async () => {
  expect(await poolsToWorkOut(undefined, reads(true, refuses(500)))).toEqual({ pools: page, complete: true });
  expect((await poolsToWorkOut(undefined, reads(false, refuses(500)))).complete).toBe(false);
});

it("retrieves the one pool that the page does not hold, and no other", async () => {
  asked.length = 0;
  expect(await poolsToWorkOut("p7", reads(false, refuses(500)))).toEqual({
    pools: [pool("p7")],
    complete: true,
  });
  expect(asked).toEqual([]);
  expect(
    await poolsToWorkOut(
      "p101",
      reads(false, async (id) => pool(id)),
    ),
  ).toEqual({
    pools: [pool("p101")],
    complete: true,
  });
  expect(asked).toEqual(["p101"]);
});

it("has nothing of a pool that is not there or cannot be asked for, and hides no other failure", async () => {
  for (const status of [404, 501])
    expect(await poolsToWorkOut("p101", reads(false, refuses(status)))).toEqual({
      pools: [],
      complete: false,
    });
  await expect(poolsToWorkOut("p101", reads(false, refuses(502)))).rejects.toThrow(UpstreamFailure);
});
