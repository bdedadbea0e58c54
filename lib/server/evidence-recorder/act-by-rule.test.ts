import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { Database } from "../db/database.ts";
import { UpstreamFailure } from "../upstream/upstream-failure.ts";
import { actByRule } from "./act-by-rule.ts";
import { BrowserEnded } from "./session-acts.ts";

const { call } = vi.hoisted(() => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock("../upstream/call.ts", () => ({ call }));

const act = { action: "updateBrowser", target: "s1", rule: "KEEP_PICTURES" };

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-act-by-rule-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

const audited = () => db.selectFrom("audit").select(["action", "target", "reason", "status"]).execute();
const failure = (status: number, details: { absent?: boolean; unexplained?: boolean } = {}) =>
  new UpstreamFailure(status, "x", "x", { unhealthy: false, retryable: false, ...details });

it("leaves a browser that has ended, without an act in the audit", async () => {
  const work = vi.fn<() => Promise<{ status: number }>>();
  for (const over of [
    () => Promise.reject(failure(404)),
    async () => ({ value: { deleted_at: "2026-11-01T12:00:00Z" } }),
  ]) {
    call.mockImplementation(over);
    await expect(actByRule(db, act, work)).rejects.toBeInstanceOf(BrowserEnded);
  }
  expect([work.mock.calls, await audited()]).toEqual([[], []]);
});

it.each([
  ["is there", async () => ({ value: {} })],
  ["cannot be read now", () => Promise.reject(failure(502))],
  ["cannot be read from this API", () => Promise.reject(failure(501, { absent: true }))],
  ["is missing as a gateway says", () => Promise.reject(failure(404, { unexplained: true }))],
])("acts on a browser that %s, in the audit with its rule", async (_, read) => {
  call.mockImplementation(read);
  expect(await actByRule(db, act, async () => ({ status: 200 }))).toEqual({ status: 200 });
  expect((await audited()).at(-1)).toEqual({
    action: "updateBrowser",
    target: "s1",
    status: 200,
    reason: "By the rule KEEP_PICTURES",
  });
});
