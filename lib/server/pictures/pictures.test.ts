import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { pngOf } from "../../../tests/support/png.ts";
import { picture } from "../../bff/pictures.ts";
import type { Database } from "../db/database.ts";
import { usedBytes } from "../db/disk-usage.ts";
import { Problem } from "../kernel/problem.ts";
import { usedBytesWithoutEvidence } from "../recorder/used-bytes.ts";
import { lastPictures, listPictures, pictureTotals, readPicture, spread } from "./picture-reads.ts";
import {
  addPictures,
  deletePicturesOf,
  deleteSessionPictures,
  dropOldestPictures,
  dropPictures,
  type NewPicture,
  trimPictures,
} from "./picture-writes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-pictures-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

// As bytes, not as a Buffer, as they may be given.
const png = new Uint8Array(pngOf(320, 200));
const taken = (session: string, atMs: number, more: Partial<NewPicture> = {}): NewPicture => ({
  session_id: session,
  at_ms: atMs,
  reason: "change",
  url: `https://shop.example/${atMs}`,
  png,
  ...more,
});
const timesOf = async (session: string, range = {}) =>
  (await listPictures(db, session, range)).map(({ at_ms: atMs }) => atMs);

describe("stored pictures", () => {
  it("are listed oldest first with their size, and read as they were given", async () => {
    await addPictures(db, [taken("s1", 20, { reason: "navigation" }), taken("s1", 10), taken("s2", 5)]);
    const [first, second, ...others] = await listPictures(db, "s1");
    expect(picture.safeParse(first).success).toBe(true);
    expect(first).toEqual({
      id: first?.id,
      session_id: "s1",
      at_ms: 10,
      reason: "change",
      url: "https://shop.example/10",
      width: 320,
      height: 200,
      bytes: png.byteLength,
    });
    expect(second).toMatchObject({ at_ms: 20, reason: "navigation" });
    expect(others).toEqual([]);
    expect(Buffer.from(await readPicture(db, first?.id ?? "")).equals(png)).toBe(true);
    await expect(readPicture(db, "none")).rejects.toThrow(Problem);
  });

  it("are one per session and time, the first", async () => {
    await addPictures(db, [taken("s1", 10, { url: "a" }), taken("s1", 10, { url: "b" })]);
    await addPictures(db, [taken("s1", 10, { url: "c" }), taken("s2", 10, { url: "d" })]);
    expect((await listPictures(db, "s1")).map(({ url }) => url)).toEqual(["a"]);
    expect((await pictureTotals(db)).pictures).toBe(2);
  });

  it("leave out what is no PNG or too large, not the others of the same call", async () => {
    await addPictures(db, [
      taken("s1", 1, { png: Buffer.from("no picture") }),
      taken("s1", 2, { png: pngOf(2, 2, 1_500_000) }),
      taken("s1", 3, { url: "x".repeat(5_000) }),
    ]);
    expect(await timesOf("s1")).toEqual([3]);
    expect((await listPictures(db, "s1"))[0]?.url).toHaveLength(2_048);
  });

  it("of a range are listed with both its ends, and of too many some that are spread evenly", async () => {
    const all = Array.from({ length: 1_001 }, (_, at) => at);
    await addPictures(
      db,
      all.map((at) => taken("s1", at)),
    );
    expect(await timesOf("s1", { from_ms: 10, to_ms: 12 })).toEqual([10, 11, 12]);
    const some = await timesOf("s1");
    expect(some).toHaveLength(500);
    const steps = some.slice(1).map((atMs, at) => atMs - (some[at] ?? 0));
    expect([some[0], some.at(-1), Math.min(...steps), Math.max(...steps)]).toEqual([0, 1_000, 2, 3]);
    expect(spread([1, 2, 3], 1)).toEqual([3]);
    expect(spread([], 1)).toEqual([]);
  });

  it("have a newest one per session", async () => {
    await addPictures(db, [taken("s1", 1), taken("s1", 3), taken("s2", 2), taken("s3", 9)]);
    const last = await lastPictures(db, ["s1", "s2", "none"]);
    expect(last.map((each) => `${each.session_id} ${each.at_ms}`).toSorted()).toEqual(["s1 3", "s2 2"]);
  });
});

describe("deleting pictures", () => {
  it("halves those of a session above its bound, and no other's", async () => {
    const times = [1, 2, 3, 4, 5];
    await addPictures(
      db,
      times.flatMap((at) => [taken("s1", at), taken("s2", at)]),
    );
    expect(await trimPictures(db, "s1", png.byteLength * 5)).toBeUndefined();
    const trimmed = await trimPictures(db, "s1", png.byteLength * 4);
    expect(trimmed).toEqual({ pictures: 2, bytes: 2 * png.byteLength });
    expect([await timesOf("s1"), await timesOf("s2")]).toEqual([[2, 4, 5], times]);
  });

  it("by age takes those before a time, a bounded number per call", async () => {
    const all = Array.from({ length: 602 }, (_, at) => taken("s1", at));
    await addPictures(db, all);
    expect(await dropPictures(db, 600)).toBe(true);
    expect(await timesOf("s1", { limit: 500 })).toHaveLength(102);
    while (await dropPictures(db, 600));
    expect(await timesOf("s1")).toEqual([600, 601]);
  });

  it("by size takes the oldest of all sessions until enough is free", async () => {
    await addPictures(db, [taken("s1", 1), taken("s2", 2), taken("s1", 3)]);
    expect(await dropOldestPictures(db, png.byteLength + 1)).toEqual({
      pictures: 2,
      bytes: 2 * png.byteLength,
      beforeMs: 2,
    });
    expect(await pictureTotals(db)).toEqual({ pictures: 1, bytes: png.byteLength, oldest_ms: 3 });
    await dropOldestPictures(db, 1);
    expect(await dropOldestPictures(db, 1)).toBeUndefined();
    expect(await pictureTotals(db)).toEqual({ pictures: 0, bytes: 0, oldest_ms: null });
  });

  it("of sessions takes all of theirs", async () => {
    await addPictures(db, [taken("s1", 1), taken("s2", 2), taken("s3", 3)]);
    await deletePicturesOf(db, ["s1", "s3"]);
    await deletePicturesOf(db, []);
    expect([await timesOf("s1"), await timesOf("s2")]).toEqual([[], [2]]);
  });
});

it("pictures that were deleted by an operator, or as the oldest of all, are not stored again", async () => {
  const again = [taken("s1", 1), taken("s1", 2), taken("s2", 2)];
  await addPictures(db, again);
  await deleteSessionPictures(db, "s1");
  await deleteSessionPictures(db, "none");
  await addPictures(db, [...again, taken("s1", 3)]);
  expect([await timesOf("s1"), await timesOf("s2")]).toEqual([[3], [2]]);
  await dropOldestPictures(db, 1);
  await addPictures(db, [...again, taken("s2", 3)]);
  expect([await timesOf("s1"), await timesOf("s2")]).toEqual([[3], [3]]);
  // For as long as they would be kept.
  await dropPictures(db, 3);
  expect(await db.selectFrom("deleted_pictures").selectAll().execute()).toEqual([]);
});

it("pictures do not count against the bound of what is recorded", async () => {
  const before = (await usedBytesWithoutEvidence(db)) ?? 0;
  await addPictures(
    db,
    Array.from({ length: 20 }, (_, at) => taken("s1", at, { png: pngOf(2, 2, 200_000) })),
  );
  expect(await usedBytes(db)).toBeGreaterThan(before + 4_000_000);
  expect(await usedBytesWithoutEvidence(db)).toBeLessThan(before + 200_000);
});
