import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { hourMs } from "../../bff/time-units.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { openGap } from "../db/gaps.ts";
import { recorderLease, takeLease } from "../db/leases.ts";
import { readTimeline } from "../timeline/timeline.ts";
import { completenessOf } from "./completeness.ts";
import { firstProgress, invocationList, progressCheckpoint } from "./sync-progress.ts";

const nowMs = 1_700_000_000_000;
const goodMs = nowMs - 2 * hourMs;
let dataDir = "";
let db: Database;

const recordedTo = (last_good_ms: number) =>
  writeCheckpoint(db, progressCheckpoint, { ...firstProgress(1), complete_from_ms: 0, last_good_ms });
const between = (sinceMs: number, untilMs: number) => completenessOf(db, { sinceMs, untilMs, nowMs });

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-completeness-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

describe("completenessOf", () => {
  it("has a gap while nobody records, and none before it", async () => {
    await recordedTo(goodMs);
    const gap = { list: invocationList, from_ms: goodMs, to_ms: null, why: "not_running", filled: false };
    expect(await between(goodMs - hourMs, nowMs)).toMatchObject({ complete: false, gaps: [gap] });
    expect(await between(goodMs - hourMs, goodMs)).toMatchObject({ complete: true, gaps: [] });
    const range = { fromMs: nowMs - hourMs, toMs: nowMs + hourMs };
    const timeline = await readTimeline(db, range, { userId: "ada", role: "viewer" }, nowMs);
    expect(timeline).toMatchObject({ invocations: { complete: false }, gaps: { total: 1, items: [gap] } });
  });

  it("has no second gap where the recorder wrote one, and none between two readings", async () => {
    await recordedTo(goodMs);
    await openGap(db, invocationList, goodMs, "upstream_unreachable");
    expect((await between(goodMs, nowMs)).gaps).toMatchObject([{ why: "upstream_unreachable" }]);
    await db.deleteFrom("recorder_gaps").execute();
    await recordedTo(nowMs - 10_000);
    expect(await between(nowMs - hourMs, nowMs)).toMatchObject({ complete: true, gaps: [] });
  });

  it("has none while a replica records, whose turn takes long or whose clock is behind", async () => {
    await recordedTo(goodMs);
    await takeLease(db, { name: recorderLease, holder: "a" });
    expect(await between(goodMs - hourMs, nowMs)).toMatchObject({ complete: true, gaps: [] });
  });
});
