import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { isoTime } from "../../clock.ts";
import type { Database } from "../db/database.ts";
import { StoredLog } from "./stored-log.ts";
import { type ReadEntry, storedEntries } from "./stored-log-chunks.ts";
import { createStoredLogs, deleteStoredLogs, saveStoredLogs } from "./stored-log-writes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-chunks-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const originMs = Date.UTC(2026, 10, 23);

/** A log of which a chunk has four lines. */
async function logOf(lines: number): Promise<StoredLog> {
  const [row] = await createStoredLogs(db, [{ invocationId: "i1" }], originMs);
  if (row === undefined) throw new Error("no row");
  const log = new StoredLog(row, 0);
  await append(log, lines);
  return log;
}
async function append(log: StoredLog, lines: number): Promise<void> {
  const at = isoTime(originMs);
  const json = JSON.stringify({ at, text: "x".repeat(20_000) });
  log.append(
    Array.from({ length: lines }, () => ({ json, kind: "line" as const, at, missing: 0 })),
    originMs,
  );
  await saveStoredLogs(db, "sqlite", [log.unsaved()]);
  log.saved();
}
const numbersOf = (entries: readonly ReadEntry[]) =>
  entries.map((entry) => (entry.kind === "deleted" ? `${entry.line}-${entry.lastLine} deleted` : entry.line));

it("gives the lines that were stored when it began, however the log grows", async () => {
  const log = await logOf(6);
  const { row } = log;
  const read: ReturnType<typeof numbersOf> = [];
  for await (const entries of storedEntries(db, row)) {
    read.push(...numbersOf(entries));
    if (read.length < 20) await append(log, 4);
  }
  expect(read).toEqual([1, 2, 3, 4, 5, 6]);
});

it("says which lines were deleted while they were read", async () => {
  const { row } = await logOf(12);
  const chunks = storedEntries(db, row);
  expect(numbersOf((await chunks.next()).value ?? [])).toEqual([1, 2, 3, 4]);
  await db.deleteFrom("stored_log_chunks").where("number", "=", 2).execute();
  expect(numbersOf((await chunks.next()).value ?? [])).toEqual(["5-8 deleted", 9, 10, 11, 12]);
  const again = storedEntries(db, row);
  await again.next();
  await deleteStoredLogs(db, [row.id], originMs);
  expect(numbersOf((await again.next()).value ?? [])).toEqual(["5-12 deleted"]);
});
