// Fills a store with rows in every table, through the dashboard's own functions where there are any: what a version leaves
// behind for the next one.

import { minuteMs } from "../../../lib/bff/time-units.ts";
import { appendAudit } from "../../../lib/server/audit/audit-chain.ts";
import { setAuditKey } from "../../../lib/server/audit/audit-key.ts";
import { hashPassword } from "../../../lib/server/auth/password.ts";
import { addUser, findUser } from "../../../lib/server/auth/users.ts";
import { type Database, dialectOf } from "../../../lib/server/db/database.ts";
import { recordLinks } from "../../../lib/server/inventory/resource-links.ts";
import { pinResource, upsertResources } from "../../../lib/server/inventory/resource-writes.ts";
import { invocationRowOf } from "../../../lib/server/invocations/invocation-rows.ts";
import { addInvocationSessions } from "../../../lib/server/invocations/invocation-sessions.ts";
import { writeInvocations } from "../../../lib/server/invocations/invocation-writes.ts";
import { addPictures } from "../../../lib/server/pictures/picture-writes.ts";
import { insertPoolSamples } from "../../../lib/server/pools/pool-samples.ts";
import { insertProxyChecks } from "../../../lib/server/proxies/proxy-checks.ts";
import { StoredLog } from "../../../lib/server/stored-logs/stored-log.ts";
import { createStoredLogs, saveStoredLogs } from "../../../lib/server/stored-logs/stored-log-writes.ts";
import { addView } from "../../../lib/server/views/views.ts";
import { pngOf } from "../png.ts";

/** What the rows say. Times are epoch milliseconds. */
export const filled = {
  originMs: Date.UTC(2026, 10, 1),
  username: "ada",
  password: "a password of the version before",
  auditSecret: "a secret of the version before",
  invocations: 60,
  samples: 240,
  logLines: 40,
  session: "session-before",
  pool: "pool-before",
  proxy: "proxy-before",
  note: "a note of the version before",
} as const;

const { originMs } = filled;

async function fillPeople(db: Database): Promise<string> {
  const passwordHash = await hashPassword(filled.password);
  await addUser(db, { username: filled.username, passwordHash, role: "admin" }, originMs);
  const { id } = (await findUser(db, filled.username)) ?? { id: "" };
  await addView(db, id, { name: "Failed", query: "status=failed", shared: true, is_default: true }, originMs);
  const keys = { key: "key-before", previous_key: "key-of-old", rotated_at_ms: originMs };
  const times = {
    created_at_ms: originMs,
    proved_at_ms: originMs,
    seen_at_ms: originMs,
    confirmed_at_ms: originMs,
  };
  const from = { ip: "192.0.2.1", user_agent: "Browser/1", revoked_at_ms: null };
  await db
    .insertInto("sign_ins")
    .values({ sid: "sign-in-before", user_id: id, ...keys, ...times, ...from })
    .execute();
  const attempt = { failures: 2, first_at_ms: originMs, locked_until_ms: 0, locks: 0, known: 1 };
  await db
    .insertInto("login_attempts")
    .values({ subject: `account:${filled.username}`, ...attempt })
    .execute();
  await db
    .insertInto("identities")
    .values({ issuer: "https://id.example.com", subject: "s1", user_id: id, created_at_ms: originMs })
    .execute();
  await db
    .insertInto("preferences")
    .values({ user_id: id, name: "log-wrap", value: "true", updated_at_ms: originMs })
    .execute();
  const token = {
    id: "0123456789abcdef",
    name: "metrics",
    hash: "00",
    role: "viewer",
    created_by: filled.username,
  };
  await db
    .insertInto("api_tokens")
    .values({ ...token, created_at_ms: originMs, expires_at_ms: originMs + minuteMs, last_used_at_ms: null })
    .execute();
  return id;
}

async function fillAudit(db: Database, userId: string): Promise<void> {
  setAuditKey(filled.auditSecret);
  const who = { actor: filled.username, role: "admin", ip: "192.0.2.1" };
  const act = { action: "checkProxy", target: filled.proxy };
  for (let at = 0; at < 5; at += 1) {
    const request = { ...who, ...act, requestId: `request-${at}` };
    await appendAudit(db, { ...request, phase: "intended", reason: "slow" }, originMs + at * 1000);
    await appendAudit(db, { ...request, phase: "answered", status: 200 }, originMs + at * 1000 + 500);
  }
  const ended = { expires_at_ms: originMs, ended_at_ms: originMs, reply: null };
  await db
    .insertInto("acts")
    .values({ request_id: "request-1", user_id: userId, idempotency_key: "k1", fingerprint: "f1", ...ended })
    .execute();
  await db
    .insertInto("annotations")
    .values({ id: "note-1", at_ms: originMs, note: filled.note, user_id: userId, created_at_ms: originMs })
    .execute();
}

async function fillAlerts(db: Database): Promise<void> {
  const by = { created_by: filled.username, created_at_ms: originMs };
  const signal = JSON.stringify({ kind: "pool_cannot_fill", for_min: 2 });
  const bounds = { for_ms: minuteMs, clear_ms: minuteMs, remind_ms: 0, enabled: 1, webhooks: '["hook-1"]' };
  await db
    .insertInto("alert_rules")
    .values({ id: "rule-1", name: "Pool cannot fill", signal, ...bounds, ...by, updated_at_ms: originMs })
    .execute();
  await db
    .insertInto("alert_mutes")
    .values({ rule_id: "rule-1", subject: "", until_ms: originMs, by: filled.username, at_ms: originMs })
    .execute();
  const subject = { rule_id: "rule-1", subject: filled.pool, label: filled.pool };
  const state = {
    state: "ok" as const,
    known: 1,
    message: "",
    bad_ms: 0,
    clear_ms: 0,
    quiet_ms: 0,
    notified: 0,
  };
  await db
    .insertInto("alert_states")
    .values({ ...subject, ...state, alert_id: null, unknown_since_ms: null })
    .execute();
  const fired = { fired_at_ms: originMs, resolved_at_ms: originMs + minuteMs, resolved_why: "clear" };
  const messages = {
    fired_message: "3 missing",
    message: "none missing",
    closed_by: null,
    closed_note: null,
  };
  await db
    .insertInto("alerts")
    .values({
      id: "alert-1",
      rule_name: "Pool cannot fill",
      kind: "pool_cannot_fill",
      ...subject,
      ...fired,
      ...messages,
    })
    .execute();
  const hook = { name: "chat", origin: "https://hooks.example.com", sealed: "sealed", enabled: 1 };
  await db
    .insertInto("webhooks")
    .values({ id: "hook-1", ...hook, ...by })
    .execute();
  const sent = {
    event: "alert.fired",
    title: "Pool cannot fill",
    body: "{}",
    attempts: 1,
    state: "delivered" as const,
  };
  const times = { created_at_ms: originMs, next_at_ms: originMs, done_at_ms: originMs };
  await db
    .insertInto("alert_deliveries")
    .values({ id: "delivery-1", webhook_id: "hook-1", alert_id: "alert-1", ...sent, ...times })
    .execute();
  await db
    .insertInto("alert_attempts")
    .values({ delivery_id: "delivery-1", number: 1, at_ms: originMs, status: 200, ms: 12, error: null })
    .execute();
}

const invocation = (at: number) => {
  const startedMs = originMs + at * minuteMs;
  const failed = at % 5 === 0;
  return invocationRowOf(
    {
      id: `invocation-${at}`,
      app_name: "shop",
      action_name: at % 2 === 0 ? "buy" : "look",
      version: at < 30 ? "v1" : "v2",
      status: failed ? "failed" : "succeeded",
      started_at: new Date(startedMs).toISOString(),
      finished_at: new Date(startedMs + 1_000 + at * 10).toISOString(),
      status_reason: failed ? `HTTP ${500 + (at % 3)} at item ${at}` : null,
      payload: JSON.stringify({ at, mark: "Ähre" }),
    },
    startedMs,
  );
};

async function fillHistory(db: Database): Promise<void> {
  const rows = Array.from({ length: filled.invocations }, (_, at) => invocation(at));
  await db.transaction().execute((trx) => writeInvocations(trx, rows));
  await addInvocationSessions(db, "invocation-0", [filled.session], originMs);
  const samples = Array.from({ length: filled.samples }, (_, at) => ({
    pool_id: filled.pool,
    at_ms: originMs + at * 15_000,
    available: at % 4,
    acquired: 2,
    size: 6,
  }));
  await insertPoolSamples(db, samples);
  const figures = { available: 1, available_min: 0, acquired: 2, acquired_max: 3, size: 6 };
  await db
    .insertInto("pool_samples_5m")
    .values({ pool_id: filled.pool, at_ms: originMs - 600_000, samples: 20, unanswered: 0, ...figures })
    .execute();
  const check = { proxy_id: filled.proxy, status: "available", latency_ms: 12, ip: "192.0.2.9" };
  await insertProxyChecks(db, [
    { ...check, at_ms: originMs, source: "operator" },
    { ...check, at_ms: originMs + minuteMs, source: "list" },
  ]);
  const set = { set_by: filled.username, set_at_ms: originMs };
  await db
    .insertInto("pool_rates")
    .values({ pool_id: filled.pool, fill_per_minute: 2, ...set })
    .execute();
  await db
    .insertInto("proxy_schedule")
    .values({ id: 1, enabled: 1, every_ms: 600_000, per_hour: 6, ...set })
    .execute();
  const process = { session_id: filled.session, process_id: "process-1" };
  await db
    .insertInto("process_samples")
    .values({ ...process, at_ms: originMs, cpu_pct: 1.5, mem_bytes: 9e9 })
    .execute();
  const five = { at_ms: originMs - 600_000, first_ms: originMs - 600_000, last_ms: originMs - 500_000 };
  const means = { samples: 4, cpu_samples: 4, cpu_mean: 1.25, cpu_max: 2.5, mem_max: 9e9 };
  await db
    .insertInto("process_samples_5m")
    .values({ ...process, ...five, ...means })
    .execute();
  await db
    .insertInto("recorder_gaps")
    .values({ list: "invocations", from_ms: originMs, to_ms: originMs + 10, why: "refused", filled: 1 })
    .execute();
  await db.insertInto("recorder_checkpoints").values({ name: "invocations", value: "{}" }).execute();
  await db
    .insertInto("leases")
    .values({ name: "recorder", holder: "replica-before", term: 3, expires_at_ms: originMs })
    .execute();
  const group = {
    key: "HTTP <n> at item <n>",
    state: "acknowledged" as const,
    by: filled.username,
    versions: "[]",
  };
  await db
    .insertInto("failure_groups")
    .values({ ...group, at_ms: originMs, until_ms: null, note: filled.note })
    .execute();
}

async function fillInventory(db: Database): Promise<void> {
  const seen = { source: "listPools", atMs: originMs, details: { size: 6 } };
  await upsertResources(db, [
    { ...seen, kind: "pool", id: filled.pool, name: "checkout-eu" },
    { ...seen, kind: "proxy", id: filled.proxy, name: "mobile-tokyo" },
  ]);
  await pinResource(db, { kind: "proxy", id: filled.proxy, label: "Tokyo", by: filled.username }, originMs);
  const from = { kind: "pool", id: filled.pool } as const;
  await recordLinks(db, [{ from, to: { kind: "proxy", id: filled.proxy }, atMs: originMs }]);
}

async function fillEvidence(db: Database): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [row] = await createStoredLogs(trx, [{ invocationId: "invocation-0" }], originMs);
    if (row === undefined) throw new Error("The log has no row.");
    const log = new StoredLog(row, 0);
    for (let at = 1; at <= filled.logLines; at += 1) {
      const time = new Date(originMs + at).toISOString();
      const json = JSON.stringify({ at: time, text: `Ähre ${at} was tried again` });
      log.append([{ json, kind: "line", at: time, missing: 0 }], originMs);
    }
    log.end("over", originMs + 50);
    await saveStoredLogs(trx, dialectOf(db), [log.unsaved()]);
    const taken = { session_id: filled.session, at_ms: originMs, png: pngOf(8, 6) };
    await addPictures(trx, [{ ...taken, reason: "navigation", url: "https://shop.example/cart" }]);
  });
  await db
    .insertInto("evidence_settings")
    .values({ id: 1, value: "{}", set_by: filled.username, set_at_ms: originMs })
    .execute();
  const gap = { source: "supervisor" as const, log: "chromium", reason: "dropped", lines: 3 };
  await db
    .insertInto("log_gaps")
    .values({ session_id: filled.session, ...gap, from_ms: originMs, to_ms: originMs + 10 })
    .execute();
}

/** Writes rows into every table that the dashboard fills at all; sets the key of the process's audit. */
export async function fillStore(db: Database): Promise<void> {
  const userId = await fillPeople(db);
  await fillAudit(db, userId);
  await fillAlerts(db);
  await fillHistory(db);
  await fillInventory(db);
  await fillEvidence(db);
}
