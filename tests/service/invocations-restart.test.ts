import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { z } from "zod";
import { operations } from "../../lib/contract/operations/operations.ts";
import { killNow, processesNaming } from "../../service/kernel/process-tree.ts";
import { type ApiClient, apiClient } from "../support/dashboard/api-client.ts";

const program = fileURLToPath(new URL("full-service-process.ts", import.meta.url));
const address = z.object({ url: z.string(), token: z.string() });

let dataDir: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-restart-"));
});
afterEach(async () => {
  await kill();
  for (const pid of await processesNaming(dataDir)) killNow(pid);
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<ApiClient> {
  const child = fork(program, [dataDir], { execArgv: [] });
  running = child;
  return await new Promise((resolve, reject) => {
    child.once("message", (message) => {
      const { url, token } = address.parse(message);
      resolve(apiClient(url, token));
    });
    child.once("exit", (code) => reject(new Error(`the program ended with ${code}`)));
  });
}

async function kill(): Promise<void> {
  const child = running;
  running = undefined;
  if (!child || child.exitCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGKILL");
  await gone;
}

/** Marked with the data folder, as the start-up that ends leftovers expects it. */
const runners = () => processesNaming(`/runner.ts --fleetdeck-data-dir=${dataDir}`);

test("a killed service loses no invocation and runs none twice", async () => {
  const first = await start();
  const begin = async (app_name: string, action_name: string, payload: unknown) => {
    const body = { app_name, version: "v1", action_name, payload: JSON.stringify(payload), async: true };
    return (await first.call(operations.createInvocation, { body })).id;
  };
  const crawls = [
    // Slow enough that they run when the service is killed.
    await begin("catalogue", "crawl", { maxPages: 100, pauseMs: 1000 }),
    await begin("catalogue", "crawl", { maxPages: 100, pauseMs: 1000 }),
  ];
  const searches = [
    await begin("storefront", "search", { query: "oak" }),
    await begin("storefront", "search", { query: "lamp" }),
    await begin("storefront", "search", { query: "fjell" }),
  ];
  const list = (api: ApiClient) => api.call(operations.listInvocations, {});
  const sessions = async (api: ApiClient) =>
    (await api.call(operations.listBrowsers, { query: { status: "all" } })).length;
  await expect.poll(() => sessions(first)).toBe(2);
  expect(await runners()).toHaveLength(2);
  await kill();
  await expect.poll(() => runners()).toEqual([]);

  const second = await start();
  await expect
    .poll(async () => (await list(second)).map((one) => one.status))
    .toSatisfy((all: string[]) => !all.includes("queued") && !all.includes("running"));
  const after = new Map((await list(second)).map((one) => [one.id, one]));
  expect([...after.keys()].toSorted()).toEqual([...crawls, ...searches].toSorted());
  for (const id of crawls) {
    expect(after.get(id)).toMatchObject({
      status: "failed",
      status_reason: "the service stopped while this was running",
      finished_at: expect.any(String),
    });
  }
  for (const id of searches) expect(after.get(id)).toMatchObject({ status: "succeeded" });
  // Each invocation opens one session: two before the kill, three after it.
  expect(await sessions(second)).toBe(5);
});
