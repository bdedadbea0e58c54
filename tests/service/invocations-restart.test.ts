import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { createdInvocation, invocation } from "../../lib/contract/invocations.ts";
import { killNow } from "../../service/instance/process-tree.ts";
import { readProcesses, token } from "./invocations-house.ts";

const program = fileURLToPath(new URL("invocations-program.ts", import.meta.url));
const within = { timeout: 20_000, interval: 100 };

let dataDir: string;
let running: ChildProcess | undefined;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-restart-"));
});
afterEach(async () => {
  await kill();
  for (const { pid } of processesOfOurs()) killNow(Number(pid));
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function start(): Promise<string> {
  const child = fork(program, [dataDir], { execArgv: [] });
  running = child;
  return await new Promise((resolve, reject) => {
    child.once("message", (url) => resolve(String(url)));
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

const processesOfOurs = () => readProcesses().filter(({ command }) => command.includes(dataDir));
const runners = () => processesOfOurs().filter(({ command }) => command.includes("/runner.ts"));

async function ask(url: string, body?: unknown, path = "/invocations"): Promise<unknown> {
  const answer = await fetch(url + path, {
    method: body === undefined ? "GET" : "POST",
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return await answer.json();
}

test("a killed service loses no invocation and runs none twice", async () => {
  const first = await start();
  const begin = async (app_name: string, action_name: string, payload: unknown) =>
    createdInvocation.parse(
      await ask(first, {
        app_name,
        version: "v1",
        action_name,
        payload: JSON.stringify(payload),
        async: true,
      }),
    ).id;
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
  const list = async (url: string) => z.array(invocation).parse(await ask(url));
  const sessions = async (url: string) =>
    z.array(z.looseObject({})).parse(await ask(url, undefined, "/browsers?status=all")).length;
  await vi.waitFor(async () => expect(await sessions(first)).toBe(2), within);
  expect(runners()).toHaveLength(2);
  for (const { command } of runners()) expect(command).toContain(`--fleetdeck-data-dir=${dataDir}`);
  await kill();
  await vi.waitFor(() => expect(runners()).toEqual([]), within);

  const second = await start();
  await vi.waitFor(async () => {
    expect((await list(second)).filter((one) => one.status === "queued" || one.status === "running")).toEqual(
      [],
    );
  }, within);
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
  // Each run opens one session: two before the kill, three after it.
  expect(await sessions(second)).toBe(5);
});
