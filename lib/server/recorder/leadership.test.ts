import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { readCheckpoint, writeCheckpoint } from "../db/checkpoints.ts";
import { type Database, openStore } from "../db/database.ts";
import { type Lease, LeaseLost, readLease, releaseLease, takeLease, withLease } from "../db/leases.ts";
import { paces } from "../kernel/paces.ts";
import { Leadership } from "./leadership.ts";

const name = "recorder";
let dataDir = "";
let db: Database;
let other: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-lease-"));
  db = await openStore({ dataDir });
  other = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  await other.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const take = (store: Database, holder: string) => takeLease(store, { name, holder });
/** Changes the lease's renewal time, as a step of the database's clock would. */
const shiftLastRenewal = (byMs: number) =>
  db
    .updateTable("leases")
    .set((each) => ({ expires_at_ms: each("expires_at_ms", "+", byMs) }))
    .execute();

async function won(store: Database, holder: string): Promise<Lease> {
  const lease = await take(store, holder);
  if (lease === undefined) throw new Error(`${holder} did not get the lease`);
  return lease;
}

/** Renews as every write does; false when the lease has another holder. */
const renew = (store: Database, lease: Lease): Promise<boolean> =>
  withLease(store, lease, async () => true).catch((error: unknown) => {
    if (error instanceof LeaseLost) return false;
    throw error;
  });

describe("leases", () => {
  it("goes to one of many concurrent requests", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? db : other, `r${at}`)),
    );
    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
    expect((await readLease(db, name))?.term).toBe(1);
  });

  it("is held while renewed, and free after it expired or was released", async () => {
    const first = await won(db, "a");
    expect(await renew(db, first)).toBe(true);
    expect(await take(other, "b")).toBeUndefined();
    await shiftLastRenewal(-paces.lease.ttlMs - 1);
    const second = await won(other, "b");
    expect(second.term).toBe(2);
    expect(await renew(db, first)).toBe(false);
    await releaseLease(db, first);
    expect(await take(db, "a")).toBeUndefined();
    await releaseLease(other, second);
    expect((await won(db, "a")).term).toBe(3);
  });

  it("rejects, within the transaction, the writes of a holder that lost it", async () => {
    const first = await won(db, "a");
    const write = (store: Database, lease: Lease, value: string) =>
      withLease(store, lease, (trx) => writeCheckpoint(trx, "x", value));
    await write(db, first, "one");
    await shiftLastRenewal(-paces.lease.ttlMs - 1);
    const second = await won(other, "b");
    await expect(write(db, first, "late")).rejects.toBeInstanceOf(LeaseLost);
    expect(await readCheckpoint(db, "x", z.string())).toBe("one");
    await write(other, second, "two");
    expect(await readCheckpoint(db, "x", z.string())).toBe("two");
  });

  it("rolls back a write that fails", async () => {
    const lease = await won(db, "a");
    const broken = withLease(db, lease, async (trx) => {
      await writeCheckpoint(trx, "x", 1);
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await readCheckpoint(db, "x", z.number())).toBeUndefined();
  });
});

/** Reads and writes of the leases that are under way. */
const pending = new Set<Promise<unknown>>();

function replica(store: Database, holder: string, clock: TestClock, beforeTake = Promise.resolve()) {
  const log: string[] = [];
  let alive = true;
  const whileAlive = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!alive) return new Promise<T>(() => {});
    const working = work();
    pending.add(working);
    return await working.finally(() => pending.delete(working));
  };
  const leadership = new Leadership({
    readLease: () => whileAlive(() => readLease(store, name)),
    take: (dead) => beforeTake.then(() => whileAlive(() => takeLease(store, { name, holder, dead }))),
    renew: (lease) => whileAlive(() => renew(store, lease)),
    release: (lease) => releaseLease(store, lease),
    onWon: ({ term }) => log.push(`won ${term}`),
    onLost: () => log.push("lost"),
    clock,
    report: (what) => log.push(what),
  });
  return {
    leadership,
    log,
    /** Stops without releasing the lease. */
    die: () => {
      alive = false;
    },
  };
}

/**
 * Waits after each step until what it began is done: that takes real time, longer where two write at once. Renewals are distinguished
 * by the milliseconds of the database's clock, so that each step takes one at least.
 */
async function advanceInBeats(clock: TestClock, ms: number) {
  for (let passed = 0; passed < ms; passed += paces.lease.renewEveryMs / 2) {
    const atMs = Date.now();
    await clock.advance(paces.lease.renewEveryMs / 2);
    do {
      await Promise.allSettled(pending);
      for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
    } while (pending.size > 0 || Date.now() === atMs);
  }
}

describe("Leadership", () => {
  it("has one leader of two, and the other within 5 s after the first crashed", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await advanceInBeats(clock, 4_000);
    second.leadership.start();
    await advanceInBeats(clock, 60_000);
    expect([first.log, second.log]).toEqual([["won 1"], []]);
    first.die();
    // The database's clock does not advance in this test; only the monotonic clock does.
    await advanceInBeats(clock, 5_000);
    expect(second.log).toEqual(["won 2"]);
  });

  it("is neither lost nor kept because the clock was set back", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await advanceInBeats(clock, 4_000);
    second.leadership.start();
    await shiftLastRenewal(5 * 3_600_000);
    clock.step(-5 * 3_600_000);
    await advanceInBeats(clock, 30_000);
    expect([first.log, second.log]).toEqual([["won 1"], []]);
    first.die();
    await shiftLastRenewal(5 * 3_600_000);
    await advanceInBeats(clock, 15_000);
    expect(second.log).toEqual(["won 2"]);
  });

  it("is released at the end, so that another replica need not wait", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await advanceInBeats(clock, 4_000);
    second.leadership.start();
    await first.leadership.stop();
    await advanceInBeats(clock, 4_000);
    expect([first.log, second.log]).toEqual([["won 1", "lost"], ["won 2"]]);
  });

  it("is released at the end also when it was just being taken", async () => {
    const clock = new TestClock();
    const delay = Promise.withResolvers<void>();
    const first = replica(db, "a", clock, delay.promise);
    first.leadership.start();
    await clock.advance(0);
    const stopped = first.leadership.stop();
    delay.resolve();
    await stopped;
    expect(await won(other, "b")).toMatchObject({ term: 2 });
    expect(first.log).toEqual([]);
  });

  it("ends when the lease is found taken", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    first.leadership.start();
    await advanceInBeats(clock, 4_000);
    await shiftLastRenewal(-10 * paces.lease.ttlMs);
    const second = await won(other, "b");
    await advanceInBeats(clock, 4_000);
    expect(first.log).toEqual(["won 1", "lost"]);
    // A write of the first term that is late says nothing of a later one.
    await releaseLease(other, second);
    await advanceInBeats(clock, 4_000);
    first.leadership.lost({ name, holder: "a", term: 1 });
    expect(first.log).toEqual(["won 1", "lost", "won 3"]);
  });

  it("goes on while a database fails, and reports it", async () => {
    const clock = new TestClock();
    const reported: unknown[] = [];
    let failure: Error | undefined;
    const leadership = new Leadership({
      readLease: async () => undefined,
      take: async () => ({ name, holder: "a", term: 1 }),
      renew: async () => {
        if (failure !== undefined) throw failure;
        return true;
      },
      release: async () => {},
      onWon: () => {},
      onLost: () => {},
      clock,
      report: (_what, error) => reported.push(error),
    });
    leadership.start();
    const [full, missing] = [new Error("the disk is full"), new Error("the file is missing")];
    for (failure of [undefined, full, undefined, missing]) await clock.advance(paces.lease.renewEveryMs);
    expect(reported).toEqual([full, missing]);
  });
});
