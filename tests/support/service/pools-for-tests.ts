// Pools of a service by HTTP, and a service for the tests of a file about them.
import { afterEach, expect } from "vitest";
import { z } from "zod";
import { browser } from "../../../lib/contract/browsers.ts";
import { pool } from "../../../lib/contract/pools.ts";
import type { FullService, startFullService } from "./full-service.ts";
import { fullServiceForTests } from "./full-service-for-tests.ts";

/** A browser as its holder gets it. */
export const acquired = z.looseObject({ ...browser.shape, cdp_ws_url: z.string() });

/** What a test does not set of a pool: one browser, made at the highest rate. */
export const standardPool = { size: 1, headless: true, fill_rate_per_minute: 25 };

/** What clients do with pools of a service; a pool is given by its id or name. */
export function poolsOf(service: FullService) {
  /** How many of its browsers are idle and acquired. */
  const counts = async (idOrName: string) => {
    const read = pool.parse((await service.ask("GET", `/browser_pools/${idOrName}`)).json());
    return [read.available_count, read.acquired_count] as const;
  };
  return {
    counts,
    filled: (idOrName: string, to: [number, number]) => expect.poll(() => counts(idOrName)).toEqual(to),
    create: async (config: object = {}) => {
      const answer = await service.ask("POST", "/browser_pools", { ...standardPool, ...config });
      expect(answer.status).toBe(201);
      return pool.parse(answer.json());
    },
    acquire: async (idOrName: string, labels: object = {}) => {
      const answer = await service.ask("POST", `/browser_pools/${idOrName}/acquire`, {
        acquire_timeout_seconds: 120,
        ...labels,
      });
      expect(answer.status).toBe(200);
      return acquired.parse(answer.json());
    },
    /** Resolves with the status of the answer. */
    release: async (idOrName: string, body: object) =>
      (await service.ask("POST", `/browser_pools/${idOrName}/release`, body)).status,
  };
}

/** Starts the service for a file's tests; no pool and no browser is left after each. */
export async function poolsForTests(options: Parameters<typeof startFullService>[0] = {}) {
  const service = await fullServiceForTests({ maxBrowsers: 3, ...options });
  afterEach(async () => {
    for (const { id } of service.pools.list()) await service.pools.delete(id, { force: true });
    // One that was in the making ends when it is made.
    await expect.poll(() => service.sessions.liveCount).toBe(0);
  });
  return { service, ...poolsOf(service) };
}
