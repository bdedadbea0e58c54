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

vi.setConfig({ testTimeout: 90_000 });

const host = fileURLToPath(new URL("./supervisor-host.mjs", import.meta.url));
const eventSchema = z.object({
  behaviour: z.string().optional(),
  pid: z.number().optional(),
  child: z.number().optional(),
  bye: z.boolean().optional(),
  up: z.boolean().optional(),
  types: z.array(z.string()).optional(),
  stopping: z.boolean().optional(),
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
function supervised(
  behaviours: string[],
  limits: {
    stopTimeoutMs?: number;
    readyTimeoutMs?: number;
    updateTimeoutMs?: number;
    clock?: "stands" | "jumps";
  } = {},
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-supervise-")),
) {
  const options = { behaviours, dataDir, stopTimeoutMs: 30_000, readyTimeoutMs: 30_000, ...limits };
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
    dataDir,
    events,
    over,
    signal: (name: NodeJS.Signals) => child.kill(name),
    up: () => find((event) => event.up),
    stopping: () => find((event) => event.stopping),
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
  for (let tries = 0; alive(...pids).length > 0 && tries < 1200; tries += 1) await sleep(25);
  return alive(...pids);
}

test.concurrent("a program killed at once takes the other one along, and is named", async () => {
  const invocation = supervised(["first", "second"]);
  await invocation.up();
  const [first, second] = [await invocation.pidOf("first"), await invocation.pidOf("second")];
  process.kill(first, "SIGKILL");
  await invocation.over;
  const line = "The first ended unexpectedly (signal SIGKILL); everything else was stopped.";
  expect(invocation.events).toContainEqual({ ending: { how: "died", line } });
  expect(invocation.events).toContainEqual({ behaviour: "second", bye: true });
  expect(await staying(first, second)).toEqual([]);
});

test.concurrent("SIGTERM ends all, and one that does not listen is killed when its time is over", async () => {
  // Long enough for the one that listens, also when the machine pauses.
  const invocation = supervised(["first", "stubborn"], { stopTimeoutMs: 5000 });
  await invocation.up();
  const pids = [await invocation.pidOf("first"), await invocation.pidOf("stubborn")];
  invocation.signal("SIGTERM");
  await invocation.over;
  expect(invocation.events).toContainEqual({ ending: { how: "stopped" } });
  expect(invocation.events).toContainEqual({ behaviour: "first", bye: true });
  expect(await staying(...pids)).toEqual([]);
});

test.concurrent("a browser that a killed program left in a group of its own is swept", async () => {
  const invocation = supervised(["leaves-browser", "second"]);
  await invocation.up();
  const [program, browser] = [
    await invocation.pidOf("leaves-browser"),
    await invocation.childOf("leaves-browser"),
  ];
  expect(alive(program, browser)).toHaveLength(2);
  process.kill(program, "SIGKILL");
  await invocation.over;
  expect(await staying(program, browser)).toEqual([]);
});

test.concurrent("a start that another one keeps from the data folder leaves the browsers there alone", async () => {
  const first = supervised(["leaves-browser"]);
  await first.up();
  const browser = await first.childOf("leaves-browser");
  await supervised(["refuses"], {}, first.dataDir).over;
  const interrupted = supervised(["silent"], {}, first.dataDir);
  await interrupted.pidOf("silent");
  interrupted.signal("SIGINT");
  await interrupted.over;
  expect(alive(browser)).toEqual([browser]);
  first.signal("SIGTERM");
  await first.over;
  expect(await staying(browser)).toEqual([]);
});

test.concurrent("one on standby counts as started, and its data folder stays another's", async () => {
  const first = supervised(["leaves-browser"]);
  await first.up();
  const browser = await first.childOf("leaves-browser");
  const second = supervised(["waits", "second"], {}, first.dataDir);
  await second.up();
  second.signal("SIGTERM");
  await second.over;
  expect(second.events).toContainEqual({ behaviour: "second", bye: true });
  expect(alive(browser)).toEqual([browser]);
  first.signal("SIGTERM");
  await first.over;
  expect(await staying(browser)).toEqual([]);
});

test.concurrent("one that took over while it started counts as ready", async () => {
  const invocation = supervised(["waits", "takes-over"]);
  await invocation.up();
  expect(invocation.events).toContainEqual({ up: true, types: ["standby", "ready"] });
  invocation.signal("SIGTERM");
  await invocation.over;
});

test.concurrent("one that takes over a large state while it started has the time that this takes", async () => {
  const invocation = supervised(["updates-late"], { clock: "jumps", updateTimeoutMs: 3_600_000 });
  await invocation.up();
  expect(invocation.events).toContainEqual({ up: true, types: ["ready"] });
  invocation.signal("SIGTERM");
  await invocation.over;
});

test.concurrent("an unmarked child that a program left in its group goes with the group", async () => {
  const invocation = supervised(["leaves-child"]);
  await invocation.up();
  const child = await invocation.childOf("leaves-child");
  invocation.signal("SIGTERM");
  await invocation.over;
  expect(await staying(child)).toEqual([]);
});

test.concurrent("a second Ctrl-C does not wait for anybody", async () => {
  const invocation = supervised(["stubborn"], { stopTimeoutMs: 120_000 });
  await invocation.up();
  const pid = await invocation.pidOf("stubborn");
  invocation.signal("SIGINT");
  await invocation.stopping();
  // What comes within a second is the same keystroke.
  await sleep(1050);
  expect(alive(pid)).toEqual([pid]);
  invocation.signal("SIGINT");
  await invocation.over;
  expect(await staying(pid)).toEqual([]);
});

test.concurrent("one Ctrl-C that arrives twice, from the terminal and from npm, still stops in order", async () => {
  const invocation = supervised(["slow"], { clock: "stands" });
  await invocation.up();
  invocation.signal("SIGINT");
  await invocation.stopping();
  invocation.signal("SIGINT");
  await invocation.over;
  expect(invocation.events).toContainEqual({ behaviour: "slow", bye: true });
});

test.concurrent("Ctrl-C while a program is still getting ready stops it too", async () => {
  const invocation = supervised(["first", "silent"]);
  const pids = [await invocation.pidOf("first"), await invocation.pidOf("silent")];
  invocation.signal("SIGINT");
  await invocation.over;
  expect(invocation.events).toContainEqual({ error: "Stopped before it was ready." });
  expect(await staying(...pids)).toEqual([]);
});

test.concurrent("when the host itself is killed, its programs end by themselves", async () => {
  const invocation = supervised(["first"]);
  await invocation.up();
  const pid = await invocation.pidOf("first");
  invocation.signal("SIGKILL");
  expect(await staying(pid)).toEqual([]);
});

test.concurrent.each([
  ["refuses", {}, "The refuses did not start (exit code 1); its message is above."],
  ["silent", { readyTimeoutMs: 700 }, "The silent was not ready within 0.7 s."],
  // Its data are brought up to date: for that there is a limit of its own.
  ["updating-silent", { updateTimeoutMs: 700 }, "The updating-silent was not ready within 0.7 s."],
  [
    "updated-silent",
    { readyTimeoutMs: 5000, updateTimeoutMs: 3_600_000 },
    "The updated-silent was not ready within 5 s.",
  ],
  [
    "unwell",
    { clock: "jumps", readyTimeoutMs: 3_600_000 },
    /^The unwell reported that it was ready, but http:.*\/readyz did not answer 200 within 60 s\.$/,
  ],
] as const)("a program that %s stops the start with one line", async (behaviour, limits, line) => {
  const invocation = supervised(["first", behaviour], limits);
  await invocation.over;
  expect(invocation.events.find((event) => event.error !== undefined)?.error).toMatch(line);
  expect(await staying(await invocation.pidOf("first"))).toEqual([]);
});
