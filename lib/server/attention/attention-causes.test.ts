// The recorded browsers that link attention items to a cause, and the stuck invocations of every page, from one database.

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { quietFleet } from "../../../tests/support/fakes/attention-input.ts";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { minuteMs } from "../../bff/time-units.ts";
import { attentionOf } from "../../insight/attention.ts";
import type { Database } from "../db/database.ts";
import { type ResourceLink, recordLinks } from "../inventory/resource-links.ts";
import { upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import { readOpenInvocations, readStuckInvocations } from "../invocations/open-invocations.ts";
import { readCauseDetails } from "./attention-causes.ts";
import { readInvocationDetails } from "./attention-invocations.ts";

const clock = new TestClock(Date.UTC(2026, 10, 20, 12, 2));
const nowMs = clock.nowMs();
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-causes-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

let made = 0;
/** Writes an invocation with a browser on a proxy, and of a pool if given; returns its id. */
async function invoke(
  status: string,
  {
    agoMs = 5 * minuteMs,
    action = "pay",
    proxy = "up",
    pool,
  }: { agoMs?: number; action?: string; proxy?: string; pool?: string } = {},
): Promise<string> {
  made += 1;
  const id = `invocation-${made}`;
  const session = `session-${made}`;
  const startedMs = nowMs - agoMs;
  const isOver = status === "succeeded" || status === "failed";
  const row = invocationRowOf(
    {
      id,
      app_name: "shop",
      action_name: action,
      version: "v1",
      status,
      started_at: new Date(startedMs).toISOString(),
      finished_at: isOver ? new Date(startedMs + 1_000).toISOString() : null,
      status_reason: status === "failed" ? "no route" : null,
    },
    nowMs,
  );
  const from = { kind: "session", id: session } as const;
  const links: ResourceLink[] = [
    { from, to: { kind: "proxy", id: proxy }, atMs: nowMs },
    ...(pool === undefined ? [] : [{ from: { kind: "pool", id: pool } as const, to: from, atMs: nowMs }]),
  ];
  await db.transaction().execute(async (trx) => {
    await writeInvocations(trx, [row]);
    await addInvocationSessions(trx, id, [session], nowMs);
    const details = { headless: true };
    await upsertResources(trx, [{ ...from, name: null, source: "listBrowsers", details, atMs: nowMs }]);
    await recordLinks(trx, links);
  });
  return id;
}
const times = async (count: number, make: () => Promise<string>) => {
  for (let at = 0; at < count; at += 1) await make();
};
const proxies = [
  {
    id: "down",
    name: null,
    status: "unavailable",
    checked_at_ms: nowMs,
    checks: [],
    dependents: { pools: 0, sessions: 1, invocations: 1, complete: true },
  },
];

async function find() {
  const { details } = await readInvocationDetails(db, clock);
  const found = { ...quietFleet, ...details, nowMs, proxies };
  const causes = await readCauseDetails(db, found);
  return { causes, entries: attentionOf({ ...found, ...causes }) };
}

describe("the browsers of failed and stuck invocations", () => {
  it("make a proxy that is down the cause of what failed and what is stuck with it", async () => {
    await times(8, () => invoke("failed", { proxy: "down" }));
    await times(4, () => invoke("succeeded"));
    await times(2, () => invoke("running", { agoMs: 20 * minuteMs, proxy: "down", pool: "kiosk" }));
    const { causes, entries } = await find();
    expect(causes.proxyUses).toEqual([
      {
        proxy_id: "down",
        app_name: "shop",
        action_name: "pay",
        version: "v1",
        failed: 8,
        ended: 12,
        failed_with: 8,
        ended_with: 8,
      },
    ]);
    expect(causes.stuckBrowsers).toMatchObject([
      { pool_id: "kiosk", proxy_id: "down" },
      { pool_id: "kiosk", proxy_id: "down" },
    ]);
    expect(entries).toMatchObject([
      {
        cause: { id: "proxy:down" },
        symptoms: [
          { kind: "failing", failed: 8 },
          { kind: "stuck", invocations: 2 },
        ],
      },
    ]);
  });

  it("are not read while no proxy is in trouble, or nothing is stuck", async () => {
    await times(8, () => invoke("failed"));
    const { details } = await readInvocationDetails(db, clock);
    expect(await readCauseDetails(db, { ...quietFleet, ...details, nowMs })).toEqual({
      proxyUses: [],
      stuckBrowsers: [],
    });
  });

  it("do not count invocations without a recorded browser", async () => {
    await times(8, () => invoke("failed", { proxy: "down" }));
    await db.deleteFrom("resources").execute();
    expect((await find()).causes.proxyUses).toEqual([]);
  });
});

describe("stuck invocations", () => {
  it("cover all actions, and are those of the overview", async () => {
    for (let at = 0; at < 25; at += 1)
      await invoke("running", { agoMs: (11 + at) * minuteMs, action: `action ${at}` });
    await invoke("running", { agoMs: minuteMs });
    await invoke("queued", { agoMs: 3 * minuteMs });
    const stuck = await readStuckInvocations(db, clock);
    expect(stuck).toMatchObject({
      total: 25,
      running: 26,
      queued: 1,
      oldest_queued_ms: nowMs - 3 * minuteMs,
      unmeasured: 26,
    });
    expect(stuck.items.map(({ action_name }) => action_name)).toEqual(
      Array.from({ length: 25 }, (_, at) => `action ${24 - at}`),
    );
    const stuckEntries = (await find()).entries.filter(({ cause }) => cause.kind === "stuck");
    expect(stuckEntries).toHaveLength(25);
  });

  it("are compared with what is usual, which is read again after a minute", async () => {
    const elapsed = new TestClock(nowMs);
    await times(20, () => invoke("succeeded"));
    await invoke("running", { agoMs: 2 * minuteMs });
    const usual = async () => (await readOpenInvocations(db, elapsed)).usual[0]?.invocations;
    expect((await readStuckInvocations(db, elapsed)).items).toMatchObject([
      { basis: "usual", limit_ms: minuteMs },
    ]);
    await invoke("succeeded");
    expect(await usual()).toBe(20);
    await elapsed.advance(minuteMs);
    expect(await usual()).toBe(21);
  });
});
