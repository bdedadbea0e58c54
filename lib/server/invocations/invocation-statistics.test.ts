import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CompiledQuery } from "kysely";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import { recordedHead } from "../../bff/recorded-invocation.ts";
import { writeCheckpoint } from "../db/checkpoints.ts";
import type { Database } from "../db/database.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { countFailedInputs, failedDurations, usualDurations } from "./invocation-statistics.ts";
import { floorsCheckpoint, writeInvocations } from "./invocation-writes.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fleetdeck-statistics-"));
  db = await openEmptyStore(dataDir);
});
afterEach(async () => {
  await db.destroy();
  await rm(dataDir, { recursive: true });
});

const originMs = Date.UTC(2026, 10, 23);

it("counts the inputs that failed, as far as their beginnings tell", async () => {
  const long = "x".repeat(recordedHead);
  const payloads = {
    same: ["1", "1", "1"],
    several: ["1", "2", "2"],
    "the same beginning": [`${long}1`, `${long}2`, `${long}3`],
    "the same beginning with pairs": ["😀", "😁", "😂"].map((end) => `${"😀".repeat(recordedHead)}${end}`),
    "several beginnings": [`${long}1`, "2", "2"],
  };
  const rows = Object.entries(payloads).flatMap(([version, of]) =>
    of.map((payload, at) => {
      const names = { app_name: "shop", action_name: "pay", version, status: "failed" };
      const started_at = new Date(originMs).toISOString();
      return invocationRowOf({ id: `${version} ${at}`, ...names, payload, started_at }, originMs) ?? [];
    }),
  );
  await writeInvocations(db, rows.flat());
  const counted = await countFailedInputs(db, originMs, []);
  expect(Object.fromEntries(counted.map(({ version, inputs }) => [version, inputs]))).toEqual({
    same: 1,
    several: 2,
    "the same beginning": null,
    "the same beginning with pairs": null,
    "several beginnings": 2,
  });
});

it("takes succeeded invocations alone for an action's usual duration, and all where few succeeded", async () => {
  const ended = (action: string, status: string, seconds: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      invocationRowOf(
        {
          id: `${action} ${status} ${at}`,
          app_name: "shop",
          action_name: action,
          version: `v${at % 2}`,
          status,
          started_at: new Date(originMs).toISOString(),
          finished_at: new Date(originMs + seconds * 1_000).toISOString(),
        },
        originMs,
      ),
    );
  await writeInvocations(db, [
    ...ended("pay", "failed", 1_800, 60),
    ...ended("pay", "succeeded", 300, 20),
    ...ended("ship", "failed", 1_800, 60),
    ...ended("ship", "succeeded", 300, 19),
    ...ended("look", "succeeded", 300, 19),
  ]);
  const actions = ["pay", "ship", "look"].map((action_name) => ({ app_name: "shop", action_name }));
  const usual = await usualDurations(db, actions, originMs);
  expect(usual).toMatchObject([
    { action_name: "pay", invocations: 20, with_failed: false },
    { action_name: "ship", invocations: 79, with_failed: true },
    { action_name: "look", invocations: 19, with_failed: false },
  ]);
  const [pay, ship] = usual.map(({ p99_ms: p99 }) => p99 / 1_000);
  expect(Math.abs((pay ?? 0) / 300 - 1)).toBeLessThan(0.05);
  expect(Math.abs((ship ?? 0) / 1_800 - 1)).toBeLessThan(0.05);
});

it("leaves out the hours of which invocations were deleted, as their failed ones are not known", async () => {
  const ended = (hour: number, status: string, seconds: number) =>
    Array.from({ length: 30 }, (_, at) => {
      const startedMs = originMs + hour * 3_600_000;
      const invocation = {
        id: `${hour} ${status} ${at}`,
        app_name: "shop",
        action_name: "pay",
        version: "v1",
        status,
        started_at: new Date(startedMs).toISOString(),
        finished_at: new Date(startedMs + seconds * 1_000).toISOString(),
      };
      return invocationRowOf(invocation, originMs);
    });
  await writeInvocations(db, [...ended(0, "failed", 1_800), ...ended(1, "succeeded", 300)]);
  const floors = { invocations_ms: originMs + 60_000, fine_ms: 0 };
  await db.deleteFrom("invocations").where("started_at_ms", "<", floors.invocations_ms).execute();
  await writeCheckpoint(db, floorsCheckpoint, floors);
  const usual = await usualDurations(db, [{ app_name: "shop", action_name: "pay" }], originMs);
  expect(usual).toMatchObject([{ invocations: 30, with_failed: false }]);
});

it("reads failed durations from their index, not from each failure", async () => {
  const { sql: text, parameters } = failedDurations(
    db,
    { app_name: "shop", action_name: "pay" },
    originMs,
  ).compile();
  const { rows } = await db.executeQuery<{ detail: string }>(
    CompiledQuery.raw(`explain query plan ${text}`, [...parameters]),
  );
  expect(rows.map(({ detail }) => detail).join("; ")).toContain(
    "COVERING INDEX invocations_by_failed_duration (app_name=? AND action_name=? AND started_at_ms>?)",
  );
});
