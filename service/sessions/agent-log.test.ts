import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, vi } from "vitest";
import type { LoggedLine } from "../kernel/log-lines.ts";
import { AgentLog, appendingTo, loggedSession } from "./agent-log.ts";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-agent-log-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = "2026-01-01T00:00:00.000000000Z";
/** The time of a line, by its number. */
const timeOf = (number: number) => at.replace("000Z", `${String(number).padStart(3, "0")}Z`);

test("lines that came faster than they could be written are counted in the file", async () => {
  const agentLogFile = join(folder, "agent.log");
  const log = new AgentLog({
    sessions: () => [{ lease: "a", append: appendingTo(agentLogFile) }],
  });
  const text = "x".repeat(8_000);
  for (let count = 0; count < 1_000; count++) log.add([{ at, text }]);
  const lines = await vi.waitFor(() => {
    const written = readFileSync(agentLogFile, "utf8").trim().split("\n");
    expect(written.at(-1)).toContain("missing");
    return written;
  }, 60_000);
  const missing = /^\S+ \[(\d+) lines are missing here: they came faster than they could be written\]$/.exec(
    lines.at(-1) ?? "",
  )?.[1];
  expect(lines.length - 1 + Number(missing)).toBe(1_000);
});

test("a file with 16 MB says so in its last line and gets no more", async () => {
  const file = join(folder, "long.log");
  const append = appendingTo(file);
  const lines = Array.from({ length: 700 }, () => ({ at, text: "x".repeat(8_000) }));
  for (let part = 0; part < 5; part += 1) await append(lines);
  const written = readFileSync(file, "utf8").trim().split("\n");
  expect(written).toHaveLength(3 * 700 + 1);
  expect(written.at(-1)).toContain("[this log has reached its limit of 16 MB");
});

test("a session that takes no lines delays no other one, and gets them together afterwards", async () => {
  const takes = Promise.withResolvers<void>();
  const [slow, quick]: string[][] = [[], []];
  const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text).join(" ");
  const sessions = [
    {
      lease: "slow",
      async append(lines: readonly { text: string }[]) {
        slow?.push(texts(lines));
        await takes.promise;
      },
    },
    { lease: "quick", append: async (lines: readonly { text: string }[]) => void quick?.push(texts(lines)) },
  ];
  const log = new AgentLog({ sessions: () => sessions });
  for (const text of ["1", "2", "3"]) {
    log.add([{ at, text }]);
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect([slow, quick]).toEqual([["1"], ["1", "2", "3"]]);
  takes.resolve();
  await vi.waitFor(() => expect(slow).toEqual(["1", "2 3"]));
});

test("the note about lines has the time of the last of them, which tells whether they were written before", async () => {
  const written: LoggedLine[] = [];
  const append = async (lines: readonly LoggedLine[]) => void written.push(...lines);
  const log = new AgentLog({ sessions: () => [{ lease: "a", append }] });
  for (let count = 1; count <= 600; count++) log.add([{ at: timeOf(count), text: "x".repeat(8_000) }]);
  const note = await vi.waitFor(() => {
    const last = written.at(-1);
    expect(last?.text).toContain("missing");
    return last;
  });
  expect(note?.at).toBe(timeOf(600));
});

test("lines that could not be written are counted before the next ones", async () => {
  const written: string[] = [];
  let isReachable = true;
  const append = async (lines: readonly LoggedLine[]) => {
    if (!isReachable) throw new Error("its node cannot be reached");
    written.push(...lines.map(({ text }) => text));
  };
  const log = new AgentLog({ sessions: () => [{ lease: "a", append }] });
  const add = async (text: string) => {
    log.add([{ at, text }]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await add("1");
  isReachable = false;
  await add("2");
  await add("3");
  isReachable = true;
  await add("4");
  await add("5");
  expect(written).toEqual(["1", "[2 lines are missing here: they could not be written]", "4", "5"]);
});

test("a browser that an invocation has given back and acquired again has all of its lines", async () => {
  const written: string[] = [];
  let lease = "first";
  const append = async (lines: readonly LoggedLine[]) =>
    void written.push(`${lease}: ${lines.map(({ text }) => text).join(" ")}`);
  const log = new AgentLog({ sessions: () => [{ lease, append }] });
  const add = async (text: string) => {
    log.add([{ at, text }]);
    await new Promise((resolve) => setImmediate(resolve));
  };
  await add("1");
  await add("2");
  lease = "second";
  await add("3");
  expect(written).toEqual(["first: 1", "first: 2", "second: 1 2 3"]);
});

test("lines of an invocation that come when its browser has another holder are not written for that", async () => {
  const session = { id: "s1", lease: "first", instance: { paths: { appLogs: folder } } };
  // Only these are used.
  const logged = loggedSession(session as unknown as Parameters<typeof loggedSession>[0]);
  session.lease = "second";
  await expect(logged.append([{ at, text: "late" }])).rejects.toMatchObject({ status: 404 });
});
