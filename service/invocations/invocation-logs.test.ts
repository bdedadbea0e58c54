import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import type { LineReader } from "../kernel/log-lines.ts";
import { InvocationLogs, standardLogLimits } from "./invocation-logs.ts";

const folder = mkdtempSync(join(tmpdir(), "fleetdeck-invocation-logs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const at = "2026-01-01T00:00:00.000000000Z";
const line = (text: string) => ({ at, text });
const lines = (count: number, text = "line") =>
  Array.from({ length: count }, (_, index) => line(`${text} ${index}`));

function setUp(limits = {}, dir = mkdtempSync(join(folder, "logs-"))) {
  const finished = new Map<string, string>();
  const open = () => new InvocationLogs(dir, (id) => finished.get(id), { ...standardLogLimits, ...limits });
  return { dir, finished, open, logs: open() };
}

/** Reads until the reader has nothing more. */
async function readAll(reader: LineReader): Promise<string[]> {
  const texts: string[] = [];
  for (;;) {
    const batch = await reader.read();
    if (batch.length === 0) return texts;
    texts.push(...batch.map(({ text }) => text));
  }
}

test("readers at different paces get every line once, in order, before and after the end", async () => {
  const { logs } = setUp();
  const log = logs.start("a");
  const early = logs.reader("a", () => []);
  expect(await readAll(early)).toEqual([]);
  const all = lines(10_000, "é".repeat(50));
  log.append(all.slice(0, 6_000));
  const slow = logs.reader("a", () => []);
  const first = await slow.read();
  expect(first.length).toBeLessThan(1_000);
  const texts = all.map(({ text }) => text);
  expect(await readAll(early)).toEqual(texts.slice(0, 6_000));
  log.append(all.slice(6_000));
  expect(logs.end("a", at)).toBeUndefined();
  log.append([line("after the end")]);
  expect(await readAll(early)).toEqual(texts.slice(6_000));
  expect([...first.map(({ text }) => text), ...(await readAll(slow))]).toEqual(texts);
  for (const reader of [early, slow]) await reader.close();
});

test("the oldest logs above the number or the total size are deleted; their readers still get them", async () => {
  const { dir, logs } = setUp({ logs: 3, totalBytes: 10_000 });
  const reader = logs.reader("log0", () => [line("gone")]);
  const late = logs.reader("log0", () => [line("gone")]);
  for (let count = 0; count < 5; count++) {
    const log = logs.start(`log${count}`);
    log.append([line("one")]);
    if (count === 0) expect(await reader.read()).toEqual([line("one")]);
    logs.end(`log${count}`, at);
  }
  expect(readdirSync(dir).toSorted()).toEqual(["log2.log", "log3.log", "log4.log"]);
  expect(await reader.read()).toEqual([]);
  expect(await readAll(late)).toEqual(["gone"]);
  logs.start("large").append(lines(500));
  expect(readdirSync(dir).toSorted()).toEqual(["large.log", "log2.log", "log3.log", "log4.log"]);
  logs.end("large", at);
  expect(readdirSync(dir)).toEqual([]);
  await reader.close();
});

test("after a restart logs are stored by when their invocations ended, and only those with an invocation", () => {
  const { dir, finished, open, logs } = setUp({ logs: 2 });
  for (const id of ["a", "b", "c", "unrelated"]) logs.start(id).append([line("one")]);
  finished.set("b", "2026-01-01T00:00:01.000000000Z");
  finished.set("c", "2026-01-01T00:00:02.000000000Z");
  finished.set("a", "2026-01-01T00:00:03.000000000Z");
  open();
  expect(readdirSync(dir).toSorted()).toEqual(["a.log", "c.log"]);
});

test("a last line that a kill has cut is read, and left out where even its time is incomplete", async () => {
  const { dir, finished, open, logs } = setUp();
  for (const id of ["text", "time"]) {
    logs.start(id).append([line("one")]);
    finished.set(id, at);
  }
  appendFileSync(join(dir, "text.log"), `${at} tw`);
  appendFileSync(join(dir, "time.log"), at.slice(0, 10));
  const again = open();
  const readOnce = async (id: string) => {
    const reader = again.reader(id, () => []);
    const texts = await readAll(reader);
    await reader.close();
    return texts;
  };
  expect(await readOnce("text")).toEqual(["one", "tw"]);
  expect(await readOnce("time")).toEqual(["one"]);
});

test("lines that could not be written are counted in the log, with the cause", async () => {
  const { dir, logs } = setUp();
  // Writing fails as long as there is a directory in the file's place.
  mkdirSync(join(dir, "a.log"));
  const log = logs.start("a");
  log.append(lines(3));
  rmSync(join(dir, "a.log"), { recursive: true });
  log.append([line("after")]);
  expect(logs.end("a", at)).toBeUndefined();
  const reader = logs.reader("a", () => []);
  expect(await readAll(reader)).toEqual([
    "[3 lines are missing here: they could not be written (EISDIR)]",
    "after",
  ]);
  await reader.close();

  mkdirSync(join(dir, "b.log"));
  logs.start("b").append([line("lost")]);
  expect(String(logs.end("b", at))).toContain("EISDIR");
});

test("T36 a log beyond its limit has the number of missing lines, once for all", async () => {
  const { logs } = setUp({ logBytes: 1024 * 1024 });
  const log = logs.start("a");
  const long = "x".repeat(1_000);
  for (let count = 0; count < 1_100; count++) log.append([line(`${count} ${long}`), line("short")]);
  logs.end("a", at);
  const reader = logs.reader("a", () => []);
  const texts = await readAll(reader);
  await reader.close();
  const written = texts.length - 2;
  expect(texts.slice(-2)).toEqual([
    "[this log has reached its limit of 1 MB: further lines are not stored]",
    `[${2_200 - written} lines are missing here: the log of an invocation is limited to 1 MB]`,
  ]);
  expect(texts[written - 2]?.split(" ")[0]).toBe(String(Math.ceil(written / 2) - 1));
});

test("the next process goes on with the log of one that still runs, behind its last whole line", async () => {
  const { dir, finished, logs } = setUp({ logBytes: 1024 * 1024 });
  const stamp = (second: number) => `2026-01-01T00:00:0${second}.000000000Z`;
  const [one, two, three] = [1, 2, 3].map((second) => ({ at: stamp(second), text: `${second}` }));
  if (!one || !two || !three) throw new Error("there are three");
  logs.start("a").append([one, two]);
  appendFileSync(join(dir, "a.log"), `${stamp(3)} cut of`);
  logs.start("full").append(Array.from({ length: 2_000 }, () => ({ at: stamp(1), text: "x".repeat(1_000) })));

  const runs = (id: string) => finished.get(id) ?? null;
  const next = new InvocationLogs(dir, runs, { ...standardLogLimits, logBytes: 1024 * 1024 });
  const log = next.start("a", { resumes: true });
  const reader = next.reader("a", () => []);
  expect(await readAll(reader)).toEqual(["1", "2"]);
  for (const line of [one, two, three]) log.append([line]);
  next.end("a", at);
  expect(await readAll(reader)).toEqual(["3"]);
  await reader.close();

  const full = next.start("full", { resumes: true });
  full.append([one, two]);
  next.end("full", at);
  const whole = next.reader("full", () => []);
  expect((await readAll(whole)).slice(-2)).toEqual([
    "[this log has reached its limit of 1 MB: further lines are not stored]",
    "[1 line is missing here: the log of an invocation is limited to 1 MB]",
  ]);
  await whole.close();

  const fresh = next.start("b", { resumes: true });
  fresh.append([one]);
  next.end("b", at);
  const other = next.reader("b", () => []);
  expect(await readAll(other)).toEqual(["1"]);
  await other.close();
});

test("a log that is closed twice counts once", async () => {
  const { dir, logs } = setUp({ totalBytes: 250 });
  for (const id of ["a", "b"]) {
    logs.start(id).append([line("x".repeat(50))]);
    logs.end(id, at);
    logs.start(id, { resumes: true });
    logs.end(id, at);
  }
  expect(readdirSync(dir).toSorted()).toEqual(["a.log", "b.log"]);
});
