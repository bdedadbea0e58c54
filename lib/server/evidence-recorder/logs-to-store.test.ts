import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openEmptyStore } from "../../../tests/support/dashboard/empty-store.ts";
import type { EvidenceSettings } from "../../bff/evidence.ts";
import { type LogTopic, logTopic } from "../../bff/live.ts";
import type { Database } from "../db/database.ts";
import { sessionsToStore } from "../evidence/sessions-to-store.ts";
import { livingSessions } from "../inventory/recorded-sessions.ts";
import { markResourceEnded, upsertResources } from "../inventory/resource-writes.ts";
import { invocationRowOf } from "../invocations/invocation-rows.ts";
import { addInvocationSessions } from "../invocations/invocation-sessions.ts";
import { writeInvocations } from "../invocations/invocation-writes.ts";
import {
  createStoredLogs,
  deleteStoredLogs,
  endStoredLogs,
  reopenStoredLogs,
} from "../stored-logs/stored-log-writes.ts";
import { logsToDelete, logsToLeave, logsToStore } from "./logs-to-store.ts";

const nowMs = Date.UTC(2026, 10, 20);
const settings: EvidenceSettings = {
  logs: "all",
  network: "failed",
  pictures: "off",
  video: "off",
  days: 7,
  max_mb: 64,
  session_mb: 1,
  streams: 10,
  exceptions: [
    { app: "shop", logs: "off" },
    { app: "news", network: "off", pictures: "all" },
  ],
};
const since = { nowMs, invocationsMs: nowMs - 1_000, endedMs: nowMs - 1_000 };
const chromiumOf = (sessionId: string): LogTopic => ({
  sessionId,
  log: { source: "supervisor", process: "chromium" },
});
const telemetryOf = (sessionId: string): LogTopic => ({ sessionId, log: { source: "telemetry" } });

let dataDir = "";
let db: Database;
beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-logs-to-store-"));
  db = await openEmptyStore(dataDir);
  for (const [app, status] of [
    ["shop", "failed"],
    ["news", "failed"],
    ["blog", "succeeded"],
    ["mail", "failed"],
  ] as const) {
    await upsertResources(db, [
      {
        kind: "session",
        id: app,
        name: null,
        source: "listBrowsers",
        atMs: nowMs,
        details: { telemetry: ["network"] },
      },
    ]);
    const at = new Date(nowMs).toISOString();
    const row = invocationRowOf(
      {
        id: `of-${app}`,
        app_name: app,
        action_name: "buy",
        version: "v1",
        status,
        started_at: at,
        finished_at: at,
      },
      nowMs,
    );
    await db.transaction().execute((trx) => writeInvocations(trx, [row]));
    await addInvocationSessions(db, `of-${app}`, [app], nowMs);
  }
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

it("finds the logs that the rule of their application names", async () => {
  const { topics, reopened } = await logsToStore(db, settings, since);
  const found = topics.map(logTopic).sort();
  expect(found).toEqual([
    "invocation:of-blog",
    "invocation:of-mail",
    "invocation:of-news",
    ...["blog", "mail", "news"].map((id) => `logs:${id}:supervisor:chromium`),
    ...["blog", "mail", "shop"].map((id) => `telemetry:${id}`),
  ]);
  expect(reopened).toEqual([]);
  const off: EvidenceSettings = { ...settings, logs: "off", network: "off", exceptions: [] };
  expect(await logsToStore(db, off, { nowMs, invocationsMs: 0, endedMs: 0 })).toEqual({
    topics: [],
    reopened: [],
  });
});

it("finds the telemetry of browsers that ended, or were used, before they were found", async () => {
  await db.deleteFrom("invocation_sessions").where("session_id", "=", "mail").execute();
  await markResourceEnded(db, { kind: "session", id: "blog", atMs: nowMs - 500 });
  await markResourceEnded(db, { kind: "session", id: "mail", atMs: nowMs - 2_000 });
  const found = async () =>
    (await logsToStore(db, settings, since)).topics
      .map(logTopic)
      .filter((topic) => !topic.startsWith("invocation:"))
      .sort();
  const ofLiving = ["logs:news:supervisor:chromium", "telemetry:blog", "telemetry:shop"];
  expect(await found()).toEqual(ofLiving);
  await addInvocationSessions(db, "of-mail", ["mail"], nowMs);
  expect(await found()).toEqual([...ofLiving, "telemetry:mail"].sort());
});

it("finds ended telemetry again when an invocation that began later is seen to have used its browser", async () => {
  const created = await createStoredLogs(db, [telemetryOf("mail")], nowMs - 5_000);
  await markResourceEnded(db, { kind: "session", id: "mail", atMs: nowMs - 4_000 });
  const end = (atMs: number) =>
    endStoredLogs(
      db,
      created.map(({ id }) => id),
      { reason: "over", nowMs: atMs },
    );
  const reopened = async () => (await logsToStore(db, settings, since)).reopened.map(({ topic }) => topic);
  await end(nowMs - 4_000);
  expect(await reopened()).toEqual(["telemetry:mail"]);
  // By a clock that is behind the API's it would never have ended late enough.
  expect((await logsToStore(db, settings, { ...since, nowMs: nowMs - 1 })).reopened).toEqual([]);
  // Read to its end since then.
  await end(nowMs + 1_000);
  expect(await reopened()).toEqual([]);
});

it("finds logs again whose browser was used after they had ended, deleted ones of telemetry alone", async () => {
  const { topics } = await logsToStore(db, settings, since);
  const write = <T>(work: (trx: Database) => Promise<T>) => db.transaction().execute(work);
  const created = await write((trx) => createStoredLogs(trx, topics, nowMs - 500));
  const ids = created.map(({ id }) => id);
  const found = async () =>
    (await logsToStore(db, settings, since)).reopened.map(({ topic }) => topic).sort();
  expect(await found()).toEqual([]);
  await write((trx) => endStoredLogs(trx, ids, { reason: "over", nowMs }));
  expect(await found()).toEqual([]);
  const seenAgain = { kind: "session", id: "mail", name: null, source: "listBrowsers" } as const;
  await upsertResources(db, [{ ...seenAgain, details: { telemetry: ["network"] }, atMs: nowMs + 1 }]);
  expect(await found()).toEqual(["logs:mail:supervisor:chromium", "telemetry:mail"]);
  await write((trx) => deleteStoredLogs(trx, ids, nowMs + 2));
  expect(await found()).toEqual(["telemetry:mail"]);
  const { reopened } = await logsToStore(db, settings, since);
  expect(await write((trx) => reopenStoredLogs(trx, reopened))).toMatchObject([{ ended_at_ms: null }]);
  expect(await found()).toEqual([]);
});

it("finds the browsers of each kind by its own rule", async () => {
  expect((await sessionsToStore(db, settings, "network", await livingSessions(db, 500))).sort()).toEqual([
    "blog",
    "mail",
    "shop",
  ]);
  expect(await sessionsToStore(db, settings, "pictures", await livingSessions(db, 500))).toEqual(["news"]);
  expect(await sessionsToStore(db, settings, "video", await livingSessions(db, 500))).toEqual([]);
});

it("leaves and deletes logs by the rule for logs, and telemetry by that for network", async () => {
  const apps = ["shop", "news", "blog", "mail"];
  const topics = [...apps.map(chromiumOf), ...apps.map(telemetryOf), { invocationId: "of-shop" }];
  const rows = await createStoredLogs(db, topics, nowMs);
  const topicsOf = (ids: readonly number[]) =>
    rows.flatMap(({ id, topic }) => (ids.includes(id) ? topic : [])).sort();
  expect(topicsOf(await logsToLeave(db, settings, rows))).toEqual([
    "invocation:of-shop",
    "logs:shop:supervisor:chromium",
    "telemetry:news",
  ]);
  await endStoredLogs(
    db,
    rows.map(({ id }) => id),
    { reason: "over", nowMs },
  );
  const ended = { fromMs: nowMs, toMs: nowMs + 1 };
  const { ids } = await logsToDelete(db, settings, { ...ended, changedMs: nowMs });
  // Under the rule `failed`, that of the browser without a failed invocation, too.
  expect(topicsOf(ids)).toEqual(["logs:shop:supervisor:chromium", "telemetry:blog", "telemetry:news"]);
  expect((await logsToDelete(db, settings, { ...ended, changedMs: nowMs + 1 })).ids).toEqual([]);
});
