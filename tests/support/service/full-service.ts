// The whole service, as the program composes it, on a free loopback port with a data folder of its own. Its intervals
// are a tenth of those in use, and a minute of filling a pool is over in less than a second.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { z } from "zod";
import { browser } from "../../../lib/contract/browsers.ts";
import { chosenChromium } from "../../../scripts/find-chromium.mjs";
import { type Clock, systemClock } from "../../../service/kernel/clock.ts";
import { pacesAt } from "../../../service/kernel/paces.ts";
import { startService } from "../../../service/service.ts";
import type { ServiceOptions } from "../../../service/service-options.ts";
import { apiClient } from "../dashboard/api-client.ts";

/** May do everything. */
const bearer = "a-token-of-the-tests";
/** May only read. */
const readOnlyBearer = "a-token-that-only-reads";

const sessionWithAddresses = z.looseObject({
  ...browser.shape,
  cdp_ws_url: z.string(),
  browser_live_view_url: z.string().optional(),
});

interface AskOptions {
  signal?: AbortSignal;
  token?: string;
}

/**
 * Starts it with the sample applications, but without sample pools and proxies and without traffic. A given `dataDir`
 * continues the one of a service that was closed with "keep".
 */
export async function startFullService(options: Partial<ServiceOptions> = {}) {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), "fd-test-")));
  const faults: unknown[] = [];
  let aheadMs = 0;
  const clock: Clock = { ...systemClock, monotonicMs: () => systemClock.monotonicMs() + aheadMs };
  const service = await startService({
    host: "127.0.0.1",
    port: 0,
    tokens: [
      { token: bearer, scope: "all" },
      { token: readOnlyBearer, scope: "read" },
    ],
    chromiumPath: chosenChromium({ env: process.env }) ?? "",
    maxBrowsers: 4,
    maxRunning: 2,
    traffic: false,
    samples: false,
    clock,
    paces: { ...pacesAt(10), pools: pacesAt(100).pools },
    report: (error) => void faults.push(error),
    ...options,
    dataDir,
  });
  const call = (path: string, init: RequestInit = {}) =>
    fetch(service.url + path, {
      ...init,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(typeof init.body === "string" ? { "content-type": "application/json" } : {}),
        ...init.headers,
      },
    });
  return {
    ...service.parts,
    url: service.url,
    dataDir,
    bearer,
    readOnlyBearer,
    api: apiClient(service.url, bearer),
    /** Faults that are the service's own: none is ever in order. */
    faults,
    /** Puts the service's clock forward; timers that run already stay as they are. */
    skip(ms: number): void {
      aheadMs += ms;
    },
    call,
    /** Calls with a JSON body and reads the answer. */
    async ask(method: string, path: string, body?: unknown, { signal, token = bearer }: AskOptions = {}) {
      const answer = await call(path, {
        method,
        headers: { authorization: `Bearer ${token}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(signal ? { signal } : {}),
      });
      const bytes = Buffer.from(await answer.arrayBuffer());
      const text = bytes.toString();
      return {
        status: answer.status,
        headers: answer.headers,
        bytes,
        text,
        json: (): unknown => JSON.parse(text),
      };
    },
    /** A session created over HTTP. */
    async create(body: object = {}) {
      const answer = await call("/browsers", { method: "POST", body: JSON.stringify(body) });
      if (answer.status !== 200) throw new Error(`create answered ${answer.status}: ${await answer.text()}`);
      return sessionWithAddresses.parse(await answer.json());
    },
    async close(keep?: "keep"): Promise<void> {
      await service.close();
      if (!keep) await rm(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}

export type FullService = Awaited<ReturnType<typeof startFullService>>;
