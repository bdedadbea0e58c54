import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { recordedHead } from "../../bff/recorded-invocation.ts";
import { type Database, openStore } from "../db/database.ts";
import { invocationRowOf } from "./invocation-rows.ts";
import { countFailedInputs, usualDurations } from "./invocation-statistics.ts";
import { writeInvocations } from "./invocation-writes.ts";

let dataDir: string;
let db: Database;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "fleetdeck-statistics-"));
  db = await openStore({ dataDir });
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

it("tells the usual duration of an action that mostly failed from others, as a failure may end at once", async () => {
  const ended = (action: string, status: string, seconds: number, count: number) =>
    Array.from({ length: count }, (_, at) =>
      invocationRowOf(
        {
          id: `${action} ${status} ${at}`,
          app_name: "shop",
          action_name: action,
          version: "v1",
          status,
          started_at: new Date(originMs).toISOString(),
          finished_at: new Date(originMs + seconds * 1_000).toISOString(),
        },
        originMs,
      ),
    );
  await writeInvocations(db, [
    ...ended("pay", "failed", 1, 60),
    ...ended("pay", "succeeded", 300, 40),
    ...ended("look", "failed", 1, 40),
    ...ended("look", "succeeded", 300, 60),
  ]);
  const actions = ["pay", "look"].map((action_name) => ({ app_name: "shop", action_name }));
  const usual = await usualDurations(db, actions, originMs);
  expect(usual).toMatchObject([
    { action_name: "pay", invocations: 100, mostly_failed: true },
    { action_name: "look", invocations: 100, mostly_failed: false },
  ]);
  expect(Math.abs((usual[1]?.p50_ms ?? 0) / 300_000 - 1)).toBeLessThan(0.05);
});
