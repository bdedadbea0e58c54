// The supervisor with real processes: whoever ends first, in whatever way, nothing stays.
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { readProcessTable } from "../../../scripts/process-table.mjs";

vi.setConfig({ testTimeout: 60_000 });

const host = fileURLToPath(new URL("./supervisor-host.mjs", import.meta.url));
const eventSchema = z.object({
  behaviour: z.string().optional(),
  pid: z.number().optional(),
  child: z.number().optional(),
  bye: z.boolean().optional(),
  up: z.boolean().optional(),
  asked: z.boolean().optional(),
  error: z.string().optional(),
  ending: z.object({ how: z.string(), line: z.string().optional() }).optional(),
});
type Event = z.infer<typeof eventSchema>;

// The tests mostly wait for processes, so they wait together; each has its own host and data folder.
const hosts: { child: ChildProcess; dataDir: string }[] = [];
afterAll(() => {
  for (const { child, dataDir } of hosts) {
    child.kill("SIGKILL");
    rmSync(dataDir, { recursive: true, force: true });
  }
});

/** Runs the host over fake programs and collects what it and they say. */
function supervised(behaviours: string[], limits: { stopTimeoutMs?: number; readyTimeoutMs?: number } = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-supervise-"));
  const options = { behaviours, dataDir, stopTimeoutMs: 5000, readyTimeoutMs: 30_000, ...limits };
  const child = spawn(process.execPath, [host, JSON.stringify(options)], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  hosts.push({ child, dataDir });
  const events: Event[] = [];
  createInterface({ input: child.stdout }).on("line", (line) =>
    events.push(eventSchema.parse(JSON.parse(line))),
  );
  const over = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const find = async <T>(pick: (event: Event) => T | undefined): Promise<T> => {
    for (let tries = 0; tries < 1500; tries += 1) {
      for (const event of events) {
        const picked = pick(event);
        if (picked !== undefined) return picked;
      }
      await sleep(20);
    }
    throw new Error(`not seen in ${JSON.stringify(events)}`);
  };
  return {
    events,
    over,
    signal: (name: NodeJS.Signals) => child.kill(name),
    up: () => find((event) => event.up),
    asked: () => find((event) => event.asked),
    pidOf: (behaviour: string) => find((event) => (event.behaviour === behaviour ? event.pid : undefined)),
    childOf: (behaviour: string) =>
      find((event) => (event.behaviour === behaviour ? event.child : undefined)),
  };
}

/** Those of the processes that still run (one that ended but was not collected by its parent has no command line). */
const alive = (...pids: number[]) =>
  readProcessTable()
    .filter((row) => pids.includes(row.pid) && row.command !== "")
    .map((row) => row.pid);

/** Those that are still there after a while: what was killed may take a moment to be gone. */
async function staying(...pids: number[]): Promise<number[]> {
  for (let tries = 0; alive(...pids).length > 0 && tries < 400; tries += 1) await sleep(25);
  return alive(...pids);
}

test.concurrent("a program killed at once takes the other one along, and is named", async () => {
  const run = supervised(["first", "second"]);
  await run.up();
  const [first, second] = [await run.pidOf("first"), await run.pidOf("second")];
  process.kill(first, "SIGKILL");
  await run.over;
  const line = "The first died (signal SIGKILL); everything else was stopped.";
  expect(run.events).toContainEqual({ ending: { how: "died", line } });
  expect(run.events).toContainEqual({ behaviour: "second", bye: true });
  expect(await staying(first, second)).toEqual([]);
});

test.concurrent("SIGTERM ends all, and one that does not listen is killed when its time is over", async () => {
  const run = supervised(["first", "stubborn"], { stopTimeoutMs: 400 });
  await run.up();
  const pids = [await run.pidOf("first"), await run.pidOf("stubborn")];
  run.signal("SIGTERM");
  await run.over;
  expect(run.events).toContainEqual({ ending: { how: "asked" } });
  expect(run.events).toContainEqual({ behaviour: "first", bye: true });
  expect(await staying(...pids)).toEqual([]);
});

test.concurrent("a browser that a killed program left in a group of its own is swept", async () => {
  const run = supervised(["leaves-browser", "second"]);
  await run.up();
  const [program, browser] = [await run.pidOf("leaves-browser"), await run.childOf("leaves-browser")];
  expect(alive(program, browser)).toHaveLength(2);
  process.kill(program, "SIGKILL");
  await run.over;
  expect(await staying(program, browser)).toEqual([]);
});

test.concurrent("an unmarked child that a program left in its group goes with the group", async () => {
  const run = supervised(["leaves-child"]);
  await run.up();
  const child = await run.childOf("leaves-child");
  run.signal("SIGTERM");
  await run.over;
  expect(await staying(child)).toEqual([]);
});

test.concurrent("a second Ctrl-C does not wait for anybody", async () => {
  const run = supervised(["stubborn"], { stopTimeoutMs: 120_000 });
  await run.up();
  const pid = await run.pidOf("stubborn");
  run.signal("SIGINT");
  await run.asked();
  // What comes within a second is the same keystroke.
  await sleep(1050);
  expect(alive(pid)).toEqual([pid]);
  run.signal("SIGINT");
  await run.over;
  expect(await staying(pid)).toEqual([]);
});

test.concurrent("one Ctrl-C that arrives twice, from the terminal and from npm, still stops in order", async () => {
  const run = supervised(["slow"]);
  await run.up();
  run.signal("SIGINT");
  await run.asked();
  run.signal("SIGINT");
  await run.over;
  expect(run.events).toContainEqual({ behaviour: "slow", bye: true });
});

test.concurrent("Ctrl-C while a program is still getting ready stops it too", async () => {
  const run = supervised(["first", "silent"]);
  const pids = [await run.pidOf("first"), await run.pidOf("silent")];
  run.signal("SIGINT");
  await run.over;
  expect(run.events).toContainEqual({ error: "Stopped before it was ready." });
  expect(await staying(...pids)).toEqual([]);
});

test.concurrent("when the host itself is killed, its programs end by themselves", async () => {
  const run = supervised(["first"]);
  await run.up();
  const pid = await run.pidOf("first");
  run.signal("SIGKILL");
  expect(await staying(pid)).toEqual([]);
});

test.concurrent.each([
  ["refuses", "The refuses did not start (exit code 1); its own message is above."],
  ["silent", "The silent was not ready within 0.7 s."],
  [
    "unwell",
    /^The unwell was not ready within 0\.7 s\. \(It said it was, but http:.*\/readyz does not answer 200\.\)$/,
  ],
])("a program that %s stops the start with one line", async (behaviour, line) => {
  const run = supervised(["first", behaviour], behaviour === "refuses" ? {} : { readyTimeoutMs: 700 });
  await run.over;
  expect(run.events.find((event) => event.error !== undefined)?.error).toMatch(line);
  expect(await staying(await run.pidOf("first"))).toEqual([]);
});
