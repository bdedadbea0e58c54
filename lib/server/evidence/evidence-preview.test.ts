import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { pngOf } from "../../../tests/support/png.ts";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import type { Database } from "../db/database.ts";
import { recordLinks } from "../inventory/resource-links.ts";
import { pinResource, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { addPictures } from "../pictures/picture-writes.ts";
import { createStoredLogs, endStoredLogs } from "../stored-logs/stored-log-writes.ts";
import { previewEvidence } from "./evidence-preview.ts";

const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);
const off: EvidenceSettings = {
  logs: "off",
  network: "off",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 4_096,
  session_mb: 32,
  streams: 100,
  exceptions: [],
};

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-preview-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const addSession = (id: string, atMs: number) =>
  upsertResources(db, [{ kind: "session", id, name: null, source: "listBrowsers", atMs }]);
const link = (pool: string, session: string) =>
  recordLinks(db, [{ from: { kind: "pool", id: pool }, to: { kind: "session", id: session }, atMs: nowMs }]);
async function addInvocation(
  id: string,
  app: string,
  status: string,
  session: string | undefined,
  atMs: number,
) {
  const time = new Date(atMs).toISOString();
  const row = invocationRowOf(
    {
      id,
      app_name: app,
      action_name: "buy",
      version: "v1",
      status,
      started_at: time,
      finished_at: time,
    },
    atMs,
  );
  await db.transaction().execute((trx) => writeInvocations(trx, [row]));
  if (session !== undefined) await addInvocationSessions(db, id, [session], atMs);
}

/** Two days: a failed browser of shop, a good one of news, one of the pool eu, a pinned one and an idle one. */
async function recordFleet(): Promise<void> {
  const atMs = nowMs - 2 * dayMs;
  for (const id of ["failed", "good", "pooled", "pinned", "idle"]) await addSession(id, atMs);
  await addSession("long gone", nowMs - 8 * dayMs);
  await pinResource(db, { kind: "session", id: "pinned", label: "", by: "ada" }, atMs);
  await addInvocation("i1", "shop", "failed", "failed", atMs);
  await addInvocation("i2", "news", "succeeded", "good", atMs);
  await addInvocation("i3", "news", "succeeded", undefined, nowMs - hourMs);
  await addInvocation("i4", "news", "failed", undefined, nowMs - 8 * dayMs);
  // By its name, and the exception by its id.
  await upsertResources(db, [{ kind: "pool", id: "p1", name: "eu", source: "listPools", atMs }]);
  await link("eu", "pooled");
}

it("counts what each kind's rule would have stored", async () => {
  await recordFleet();
  const settings = { ...off, logs: "all", network: "failed", video: "all" } as const;
  expect(await previewEvidence(db, settings, nowMs)).toMatchObject({
    browsers: { examined: 5, from_ms: nowMs - 2 * dayMs, complete: true },
    invocations: { examined: 3, from_ms: nowMs - 2 * dayMs },
    kinds: {
      logs: { browsers: 5, invocations: 3 },
      network: { browsers: 2, invocations: null },
      pictures: { browsers: 0, mb_per_day: 0 },
      video: { browsers: 5, mb_per_day: null },
    },
  });
});

it("counts by the exceptions", async () => {
  await recordFleet();
  const exceptions: EvidenceSettings["exceptions"] = [
    { app: "shop", network: "off" },
    { pool: "p1", logs: "all", network: "all" },
    { app: "news", logs: "failed" },
  ];
  const { kinds } = await previewEvidence(db, { ...off, network: "failed", exceptions }, nowMs);
  expect(kinds.logs).toMatchObject({ browsers: 1, invocations: 2 });
  expect(kinds.network).toMatchObject({ browsers: 2, invocations: null });
});

it("estimates the megabytes of a day by what is stored on average", async () => {
  await recordFleet();
  const rows = await createStoredLogs(
    db,
    [
      { sessionId: "a", log: { source: "supervisor", process: "chromium" } },
      { sessionId: "b", log: { source: "supervisor", process: "chromium" } },
      { sessionId: "a", log: { source: "telemetry" } },
      { invocationId: "i1" },
      { sessionId: "growing", log: { source: "supervisor", process: "chromium" } },
    ],
    nowMs,
  );
  for (const [at, bytes] of [1_000_000, 3_000_000, 10_000_000, 4_000_000, 900_000_000].entries())
    await db
      .updateTable("stored_logs")
      .set({ stored_bytes: bytes })
      .where("id", "=", rows[at]?.id ?? 0)
      .execute();
  await endStoredLogs(
    db,
    rows.slice(0, 4).map(({ id }) => id),
    { reason: "over", nowMs },
  );
  const { kinds } = await previewEvidence(
    db,
    { ...off, logs: "all", network: "failed", pictures: "all" },
    nowMs,
  );
  // In two days 5 browsers of 2 MB and 3 invocations of 4 MB; 2 browsers with 10 MB of telemetry.
  expect(kinds.logs.mb_per_day).toBeCloseTo(11);
  expect(kinds.network.mb_per_day).toBeCloseTo(10);
  expect(kinds.pictures.mb_per_day).toBeNull();
});

it("estimates the size of pictures by what is stored of a browser that has some", async () => {
  await recordFleet();
  const png = pngOf(8, 6, 600_000);
  const pictures = [1, 2, 3].map((at) => ({
    session_id: at === 3 ? "b" : "a",
    at_ms: at,
    reason: "change" as const,
    url: "",
    png,
  }));
  await addPictures(db, pictures);
  const { kinds } = await previewEvidence(db, { ...off, pictures: "all" }, nowMs);
  // In two days 5 browsers with one and a half pictures each.
  expect(kinds.pictures.mb_per_day).toBeCloseTo((2.5 * 1.5 * png.byteLength) / 1_000_000);
});

it("is empty without history", async () => {
  const { browsers, invocations, kinds } = await previewEvidence(db, { ...off, logs: "all" }, nowMs);
  expect([browsers.examined, invocations.examined]).toEqual([0, 0]);
  expect(kinds.logs).toEqual({ browsers: 0, invocations: 0, mb_per_day: 0 });
});

it("examines the newest of very many browsers, and says so", async () => {
  const ids = Array.from({ length: 2_010 }, (_, at) => at);
  await upsertResources(
    db,
    ids.map((at) => ({
      kind: "session",
      name: null,
      source: "listBrowsers",
      id: `s${at}`,
      atMs: nowMs - at * 1_000,
    })),
  );
  const { browsers, kinds } = await previewEvidence(db, { ...off, logs: "all" }, nowMs);
  expect(browsers).toEqual({ examined: 2_000, from_ms: nowMs - 1_999_000, complete: false });
  expect(kinds.logs.browsers).toBe(2_000);
});
