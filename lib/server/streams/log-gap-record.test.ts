import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { closeStore, setDatabase } from "../db/database.ts";
import { readLogGaps } from "../timeline/log-gaps.ts";
import { recordLogGap } from "./log-gap-record.ts";

it("stores a log's gap with milliseconds, and skips a gap without missing lines", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-log-gaps-"));
  const db = await openEmptyStore(dataDir);
  setDatabase(db);
  const topic = { sessionId: "s1", log: { source: "supervisor", process: "chromium" } } as const;
  const to = "2026-11-21T03:00:00.123456789Z";
  recordLogGap(topic, { reason: "disconnected", count: 0, from: null, to: "2026-11-21T02:00:00Z" });
  recordLogGap(topic, { reason: "overflow", count: null, from: null, to });
  const atMs = Date.parse("2026-11-21T03:00:00.123Z");
  const read = () => readLogGaps(db, { fromMs: 0, toMs: atMs + 1 });
  await vi.waitFor(async () => expect((await read()).total).toBe(1), { timeout: 60_000 });
  expect((await read()).items).toEqual([
    {
      session_id: "s1",
      source: "supervisor",
      log: "chromium",
      reason: "overflow",
      from_ms: null,
      to_ms: atMs,
      lines: null,
    },
  ]);
  await closeStore();
  rmSync(dataDir, { recursive: true, force: true });
});
