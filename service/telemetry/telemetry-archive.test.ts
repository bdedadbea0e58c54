import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { listSegments, readSegment } from "./archive-segments.ts";
import { TelemetryArchive } from "./telemetry-archive.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fd-telemetry-"));
});
afterEach(() => {
  chmodSync(dir, 0o700);
  rmSync(dir, { recursive: true, force: true });
});

const line = (seq: number, text = "") => ({ seq, ts: seq, json: JSON.stringify({ seq, text }) });

async function stored(folder: string): Promise<unknown[]> {
  const segments = await listSegments(folder);
  const lines = await Promise.all(segments.map((segment) => readSegment(folder, segment)));
  return lines.flat().map((json) => JSON.parse(json).seq);
}

it("has what was appended whenever it is awaited, also when there was nothing to write before", async () => {
  const folder = join(dir, "session");
  const archive = new TelemetryArchive(folder, { report: () => undefined });
  await archive.flushed();
  for (let seq = 1; seq <= 3; seq += 1) {
    archive.append(line(seq));
    await archive.flushed();
    expect(await stored(folder)).toHaveLength(seq);
  }
  archive.append(line(4));
  // By itself, too.
  await expect.poll(() => stored(folder)).toEqual([1, 2, 3, 4]);
  await archive.close();
});

it("creates no folder without an event", async () => {
  const folder = join(dir, "session");
  await new TelemetryArchive(folder, { report: () => undefined }).close();
  expect(existsSync(folder)).toBe(false);
});

it("drops and counts what comes faster than it is written, and stores what comes later", async () => {
  const folder = join(dir, "session");
  const archive = new TelemetryArchive(folder, { report: () => undefined });
  const large = "x".repeat(1024 * 1024);
  for (let seq = 1; seq <= 10; seq += 1) archive.append(line(seq, large));
  expect(archive.droppedCount).toBeGreaterThan(0);
  await archive.flushed();
  archive.append(line(11));
  await archive.close();
  const seqs = await stored(folder);
  expect(seqs).toEqual([1, 2, 3, 4, 5, 6, 7, 11]);
  expect(archive.droppedCount).toBe(3);
});

it("drops and reports once what cannot be written, and goes on when it can", async () => {
  const folder = join(dir, "session");
  // Where the folder should be is a file.
  writeFileSync(folder, "");
  const reports: unknown[] = [];
  const archive = new TelemetryArchive(folder, { report: (error) => reports.push(error) });
  for (const seq of [1, 2]) {
    archive.append(line(seq));
    await archive.flushed();
  }
  expect(archive.droppedCount).toBe(2);
  expect(reports).toHaveLength(1);
  rmSync(folder);
  archive.append(line(3));
  await archive.close();
  expect(await stored(folder)).toEqual([3]);
});

it("has nothing of before it was cleared, also of what was still to be written", async () => {
  const folder = join(dir, "session");
  const archive = new TelemetryArchive(folder, { report: () => undefined });
  archive.append(line(1));
  await archive.flushed();
  archive.append(line(2));
  archive.clear();
  archive.append(line(3));
  await archive.close();
  expect(await stored(folder)).toEqual([3]);
});
