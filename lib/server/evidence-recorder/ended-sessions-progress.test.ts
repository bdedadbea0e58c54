import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { minuteMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";
import { EndedSessionsProgress } from "./ended-sessions-progress.ts";

const { reviewAfterMs, reviewWithinMs } = paces.evidenceRecorder;

let dataDir = "";
let db: Database;
let clock: TestClock;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-ended-sessions-"));
  db = await openEmptyStore(dataDir);
  clock = new TestClock(Date.UTC(2026, 10, 1));
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

/** A leader; `look` returns how long before now the range that it looks at begins (ms), in which it finds nothing. */
function leader() {
  const made = new EndedSessionsProgress("sorted_out", {
    db,
    clock,
    write: (work) => db.transaction().execute(work),
  });
  const look = async (found = { count: 0, lastEndedMs: undefined as number | undefined }) => {
    const range = await made.range();
    await made.reached(range, { limit: 10, ...found });
    expect(range.toMs).toBe(clock.nowMs() - reviewAfterMs);
    return clock.nowMs() - range.fromMs;
  };
  return { look };
}

it("looks for an hour at what ended since an hour before the leader before stopped, then at the last hour", async () => {
  expect(await leader().look()).toBe(reviewWithinMs);
  const first = leader();
  await first.look();
  await clock.advance(reviewWithinMs);
  expect(await first.look()).toBe(2 * reviewWithinMs);
  expect(await first.look()).toBe(reviewWithinMs);

  const outageMs = 5 * reviewWithinMs;
  await clock.advance(outageMs);
  const second = leader();
  const fromMs = outageMs + reviewWithinMs + reviewAfterMs;
  expect(await second.look()).toBe(fromMs);
  await clock.advance(minuteMs);
  expect(await second.look()).toBe(fromMs + minuteMs);
  // It stops within the hour, so another one begins where it did.
  const third = leader();
  expect(await third.look()).toBe(fromMs + minuteMs);
  await clock.advance(reviewWithinMs);
  await third.look();
  expect(await third.look()).toBe(reviewWithinMs);
});

it("goes on where the limit ended a look", async () => {
  await leader().look();
  await clock.advance(5 * reviewWithinMs);
  const second = leader();
  const lastEndedMs = clock.nowMs() - 3 * reviewWithinMs;
  await second.look({ count: 10, lastEndedMs });
  expect(await second.look()).toBe(3 * reviewWithinMs);
});
