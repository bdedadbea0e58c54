import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { timelineLimits } from "../../bff/timeline.ts";
import type { Database } from "../db/database.ts";
import { pinResource, type ResourceRecord, upsertResources } from "../inventory/resource-writes.ts";
import { findResource } from "../inventory/resources.ts";
import { readTimelineSessions } from "./timeline-lanes.ts";

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-sessions-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const range = { fromMs: 1_000_000, toMs: 2_000_000 };
const session = (
  id: string,
  atMs: number,
  details: ResourceRecord["details"] = {},
  endedAtMs?: number,
): ResourceRecord => ({
  kind: "session",
  id,
  name: null,
  source: "listBrowsers",
  details,
  atMs,
  endedAtMs,
});
const iso = (atMs: number) => ({ created_at: new Date(atMs).toISOString() });
const beginnings = async () =>
  (await readTimelineSessions(db, range)).items.map(({ id, from_ms: fromMs }) => [id, fromMs]);

describe("readTimelineSessions", () => {
  it("counts all sessions, limits the list to the last begun, and parses details only of these", async () => {
    const many = Array.from({ length: timelineLimits.sessions + 120 }, (_, at) =>
      session(`s${String(at).padStart(4, "0")}`, 1_900_000, { ...iso(1_100_000 + at), proxy_id: "px" }),
    );
    await upsertResources(db, many);
    let most = 0;
    const watched = db.withPlugin({
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        most = Math.max(most, result.rows.length);
        return result;
      },
    });
    const { total, items } = await readTimelineSessions(watched, range);
    expect(most).toBe(timelineLimits.sessions);
    expect([total, items.length]).toEqual([timelineLimits.sessions + 120, timelineLimits.sessions]);
    expect(items[0]).toMatchObject({ id: many.at(-1)?.id, proxy_id: "px" });
    expect(items.at(-1)?.id).toBe(many[120]?.id);
  });

  it("orders by the earlier of creation and first sight, then by id descending", async () => {
    await upsertResources(db, [
      session("made", 1_500_000, iso(1_200_000)),
      session("odd clock", 1_400_000, iso(9_000_000)),
      session("no time", 1_300_000, { created_at: "soon" }),
      session("no text", 1_300_000, { created_at: 5 }),
      session("seen later", 2_100_000, iso(1_999_999)),
      session("made later", 2_100_000, iso(2_000_000)),
      session("ended before", 1_500_000, iso(100_000), 999_999),
    ]);
    expect(await beginnings()).toEqual([
      ["seen later", 1_999_999],
      ["odd clock", 1_400_000],
      ["no time", 1_300_000],
      ["no text", 1_300_000],
      ["made", 1_200_000],
    ]);
  });

  it("excludes sessions that were only pinned, until an answer contains them", async () => {
    for (const id of ["typed", "listed"])
      await pinResource(db, { kind: "session", id, label: "", by: "ada" }, 1_500_000);
    await upsertResources(db, [session("listed", 1_600_000)]);
    expect(await readTimelineSessions(db, range)).toMatchObject({
      total: 1,
      items: [{ id: "listed", from_ms: 1_600_000 }],
    });
  });

  it("keeps the creation time of the newest record, and does not return it", async () => {
    await upsertResources(db, [session("s", 1_500_000, iso(1_200_000))]);
    await upsertResources(db, [session("s", 1_400_000, iso(1_100_000))]);
    expect(await beginnings()).toEqual([["s", 1_200_000]]);
    await upsertResources(db, [session("s", 1_600_000, iso(1_300_000))]);
    expect(await beginnings()).toEqual([["s", 1_300_000]]);
    expect(await findResource(db, "session", "s")).not.toHaveProperty("created_at_ms");
  });
});
