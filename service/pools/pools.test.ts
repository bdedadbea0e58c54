import { expect, test } from "vitest";
import { ManualClock } from "../../tests/support/fakes/manual-clock.ts";
import { openDatabase } from "../database.ts";
import { standardPaces } from "../kernel/paces.ts";
import { notFound } from "../kernel/problem.ts";
import { Pools } from "./pools.ts";

/** Pools that make no browser, with a proxy that can be deleted. */
function setUp({ capacity = 5 } = {}) {
  const proxies = new Set(["px"]);
  const source = {
    capacity,
    check({ proxy_id: id }: { proxy_id?: string }) {
      if (id && !proxies.has(id)) throw notFound(`proxy_id: the proxy ${id}`);
    },
    forPool: () => ({ make: async () => await new Promise(() => {}) }),
    onCapacity: () => () => {},
  };
  const pools = new Pools({
    store: openDatabase(":memory:"),
    source: source as never,
    clock: new ManualClock(),
    paces: standardPaces.pools,
    report() {},
  });
  return { pools, proxies };
}

test("a pool whose proxy was deleted can be changed, but not to another unknown one", async () => {
  const { pools, proxies } = setUp();
  const { id } = pools.create({ name: "one", size: 2, proxy_id: "px" });
  proxies.delete("px");
  expect(await pools.update(id, { name: "two", size: 1 })).toMatchObject({
    name: "two",
    browser_pool_config: { size: 1, proxy_id: "px" },
  });
  await expect(pools.update(id, { proxy_id: "none" })).rejects.toMatchObject({ status: 404 });
});

test("while no node is connected a pool is refused for now, not for its size", () => {
  const { pools } = setUp({ capacity: 0 });
  let problem: unknown;
  try {
    pools.create({ size: 2 });
  } catch (error) {
    problem = error;
  }
  expect(problem).toMatchObject({ status: 429, headers: { "retry-after": "5" } });
});

test("once the service shuts down, no pool is created that would go on to start browsers", () => {
  const { pools } = setUp();
  pools.close();
  expect(() => pools.create({ size: 1 })).toThrow(expect.objectContaining({ status: 503 }));
  expect(pools.list()).toEqual([]);
});
