import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { type Database, openStore } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { SortedOut } from "./sorted-out.ts";

const { sortOutAfterMs, sortOutWithinMs } = paces.logRecorder;
const minuteMs = 60_000;

let dataDir = "";
let db: Database;
let clock: TestClock;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-sorted-out-"));
  db = await openStore({ dataDir });
  clock = new TestClock(Date.UTC(2026, 10, 1));
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A leader; `look` returns how long before now the range that it looks at begins (ms), in which it finds nothing. */
function leader() {
  const made = new SortedOut("sorted_out", { db, clock, write: (work) => db.transaction().execute(work) });
  const look = async (found = { count: 0, lastEndedMs: undefined as number | undefined }) => {
    const range = await made.range();
    await made.reached(range, { limit: 10, ...found });
    expect(range.toMs).toBe(clock.nowMs() - sortOutAfterMs);
    return clock.nowMs() - range.fromMs;
  };
  return { look };
}

it("looks for an hour at what ended since an hour before the leader before stopped, then at the last hour", async () => {
  expect(await leader().look()).toBe(sortOutWithinMs);
  const first = leader();
  await first.look();
  await clock.advance(sortOutWithinMs);
  expect(await first.look()).toBe(2 * sortOutWithinMs);
  expect(await first.look()).toBe(sortOutWithinMs);

  const outageMs = 5 * sortOutWithinMs;
  await clock.advance(outageMs);
  const second = leader();
  const fromMs = outageMs + sortOutWithinMs + sortOutAfterMs;
  expect(await second.look()).toBe(fromMs);
  await clock.advance(minuteMs);
  expect(await second.look()).toBe(fromMs + minuteMs);
  // It stops within the hour, so another one begins where it did.
  const third = leader();
  expect(await third.look()).toBe(fromMs + minuteMs);
  await clock.advance(sortOutWithinMs);
  await third.look();
  expect(await third.look()).toBe(sortOutWithinMs);
});

it("goes on where the limit ended a look", async () => {
  await leader().look();
  await clock.advance(5 * sortOutWithinMs);
  const second = leader();
  const lastEndedMs = clock.nowMs() - 3 * sortOutWithinMs;
  await second.look({ count: 10, lastEndedMs });
  expect(await second.look()).toBe(3 * sortOutWithinMs);
});
