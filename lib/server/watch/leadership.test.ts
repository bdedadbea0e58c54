import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { TestClock } from "../../../tests/support/test-clock.ts";
import { paces } from "../paces.ts";
import { type Database, openStore } from "../store/database.ts";
import {
  type Lease,
  LeaseLost,
  releaseLease,
  renewLease,
  seeLease,
  takeLease,
  underLease,
} from "../store/leases.ts";
import { readMark, writeMark } from "../store/marks.ts";
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
/** Moves the beat of the lease, as a step of the database's clock would seem to. */
const shiftBeat = (byMs: number) =>
  db
    .updateTable("leases")
    .set((each) => ({ expires_at_ms: each("expires_at_ms", "+", byMs) }))
    .execute();

async function won(store: Database, holder: string): Promise<Lease> {
  const lease = await take(store, holder);
  if (lease === undefined) throw new Error(`${holder} did not get the lease`);
  return lease;
}

describe("a lease", () => {
  it("goes to one of many that ask at once", async () => {
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, at) => take(at % 2 === 0 ? db : other, `r${at}`)),
    );
    expect(all.filter((each) => each !== undefined)).toHaveLength(1);
    expect((await seeLease(db, name))?.term).toBe(1);
  });

  it("is held while it is renewed, and free once its time is over or it was given back", async () => {
    const first = await won(db, "a");
    expect(await renewLease(db, first)).toBe(true);
    expect(await take(other, "b")).toBeUndefined();
    await shiftBeat(-paces.lease.lastsMs - 1);
    const second = await won(other, "b");
    expect(second.term).toBe(2);
    expect(await renewLease(db, first)).toBe(false);
    await releaseLease(db, first);
    expect(await take(db, "a")).toBeUndefined();
    await releaseLease(other, second);
    expect((await won(db, "a")).term).toBe(3);
  });

  it("refuses, within the transaction, what a holder writes that has lost it", async () => {
    const first = await won(db, "a");
    const write = (store: Database, lease: Lease, value: string) =>
      underLease(store, lease, (trx) => writeMark(trx, "x", value));
    await write(db, first, "one");
    await shiftBeat(-paces.lease.lastsMs - 1);
    const second = await won(other, "b");
    await expect(write(db, first, "late")).rejects.toBeInstanceOf(LeaseLost);
    expect(await readMark(db, "x", z.string())).toBe("one");
    await write(other, second, "two");
    expect(await readMark(db, "x", z.string())).toBe("two");
  });

  it("leaves nothing of a write that fails half way", async () => {
    const lease = await won(db, "a");
    const broken = underLease(db, lease, async (trx) => {
      await writeMark(trx, "x", 1);
      throw new Error("broken");
    });
    await expect(broken).rejects.toThrow("broken");
    expect(await readMark(db, "x", z.number())).toBeUndefined();
  });
});

function replica(store: Database, holder: string, clock: TestClock) {
  const log: string[] = [];
  let alive = true;
  const unlessDead = async <T>(work: () => Promise<T>): Promise<T> => {
    if (!alive) return new Promise<T>(() => {});
    return await work();
  };
  const leadership = new Leadership({
    see: () => unlessDead(() => seeLease(store, name)),
    take: (dead) => unlessDead(() => takeLease(store, { name, holder, dead })),
    renew: (lease) => unlessDead(() => renewLease(store, lease)),
    release: (lease) => releaseLease(store, lease),
    onWon: ({ term }) => log.push(`won ${term}`),
    onLost: () => log.push("lost"),
    clock,
    monotonicMs: clock.monotonicMs,
    report: (what) => log.push(what),
  });
  return {
    leadership,
    log,
    /** The machine stops, without a word. */
    die: () => {
      alive = false;
    },
  };
}

/** Until the test clock's beats have gone through the store, which takes real time. */
async function beats(clock: TestClock, ms: number) {
  for (let passed = 0; passed < ms; passed += paces.lease.beatMs / 2) {
    await clock.advance(paces.lease.beatMs / 2);
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }
}

describe("leadership", () => {
  it("has one leader among two, another within 15 s when the first dies without a word", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await beats(clock, 4_000);
    second.leadership.start();
    await beats(clock, 60_000);
    expect([first.log, second.log]).toEqual([["won 1"], []]);
    first.die();
    // The database's clock stands still in this test: only time that passes here can tell.
    await beats(clock, 15_000);
    expect(second.log).toEqual(["won 2"]);
  });

  it("is not given up because the clock was set back, and not kept because of it", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await beats(clock, 4_000);
    second.leadership.start();
    await shiftBeat(5 * 3_600_000);
    clock.step(-5 * 3_600_000);
    await beats(clock, 30_000);
    expect([first.log, second.log]).toEqual([["won 1"], []]);
    first.die();
    await shiftBeat(5 * 3_600_000);
    await beats(clock, 15_000);
    expect(second.log).toEqual(["won 2"]);
  });

  it("is given back at the end, so that nobody waits", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    const second = replica(other, "b", clock);
    first.leadership.start();
    await beats(clock, 4_000);
    second.leadership.start();
    await first.leadership.stop();
    await beats(clock, 4_000);
    expect([first.log, second.log]).toEqual([["won 1", "lost"], ["won 2"]]);
  });

  it("is let go of by who finds it taken", async () => {
    const clock = new TestClock();
    const first = replica(db, "a", clock);
    first.leadership.start();
    await beats(clock, 4_000);
    await shiftBeat(-10 * paces.lease.lastsMs);
    await won(other, "b");
    await beats(clock, 4_000);
    expect(first.log).toEqual(["won 1", "lost"]);
  });
});
