// The insight of a store against what its runs are, counted one by one.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readSpike, readSpikeFacts } from "../watch/spike.ts";
import { readActionFigures, steppedSpan } from "./action-insight.ts";
import { type Database, openStore } from "./database.ts";
import { countFailures, failureTrends } from "./failure-counts.ts";
import { failureKey, readFailureGroups, setFailureGroup } from "./failure-groups.ts";
import { recordLinks, recordSightings } from "./inventory.ts";
import { type RunRow, runRowOf } from "./run-rows.ts";
import { addRunSessions } from "./run-sessions.ts";
import { writeRuns } from "./runs.ts";
import type { Tables } from "./tables.ts";

const minuteMs = 60_000;
const nowMs = Date.UTC(2026, 10, 20, 12, 0, 0);
let dataDir = "";
let db: Database;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-insight-"));
  db = await openStore({ dataDir });
});
afterEach(async () => {
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
});

let made = 0;
function run(what: {
  version: string;
  atMs: number;
  lastedMs?: number;
  failed?: string | null;
  status?: string;
  action?: string;
}): RunRow {
  const { version, atMs, lastedMs = 1_000, failed, status, action = "buy" } = what;
  made += 1;
  const over = status === undefined;
  return runRowOf(
    {
      id: `run-${made}`,
      app_name: "shop",
      action_name: action,
      version,
      status: status ?? (failed === undefined ? "succeeded" : "failed"),
      started_at: new Date(atMs).toISOString(),
      finished_at: over ? new Date(atMs + lastedMs).toISOString() : null,
      status_reason: failed ?? null,
    },
    atMs,
  );
}
const write = (rows: readonly RunRow[]) => db.transaction().execute((trx) => writeRuns(trx, rows));
const many = (count: number, make: (at: number) => RunRow) =>
  Array.from({ length: count }, (_, at) => make(at));

describe("figures of actions", () => {
  it("compare nothing that the service cut short: neither that it failed nor how long it lay there", async () => {
    const before = nowMs - 20 * 3_600_000;
    const cut = { failed: "the service stopped while it ran", lastedMs: 40 * minuteMs };
    await write([
      ...many(60, (at) => run({ version: "v9", atMs: before + at * minuteMs })),
      ...many(60, (at) =>
        run({
          version: "v10",
          atMs: nowMs - 2 * 3_600_000 + at * minuteMs,
          ...(at < 15 ? { ...cut, failed: at < 7 ? cut.failed : cut.failed.replace("the", "The") } : {}),
        }),
      ),
    ]);
    const [buy] = await readActionFigures(db, steppedSpan(nowMs - 86_400_000, nowMs, 0));
    expect(buy?.versions.at(-1)).toMatchObject({ version: "v10", interrupted: 15, failed: 15, measured: 60 });
    expect(buy?.verdict.state).toBe("steady");
  });

  it("are those of the runs, by version in the order of first runs, and name the one that regressed", async () => {
    const before = nowMs - 20 * 3_600_000;
    await write([
      ...many(60, (at) =>
        run({ version: "v9", atMs: before + at * minuteMs, ...(at < 3 ? { failed: "x" } : {}) }),
      ),
      ...many(50, (at) =>
        run({
          version: "v10",
          atMs: nowMs - 3_600_000 + at * minuteMs,
          lastedMs: 3_000,
          ...(at < 25 ? { failed: "x" } : {}),
        }),
      ),
      run({ version: "v10", atMs: nowMs - minuteMs, status: "running" }),
      run({ version: "v1", action: "look", atMs: nowMs - minuteMs }),
    ]);
    const span = steppedSpan(nowMs - 86_400_000, nowMs, 0);
    expect(span.stepMs).toBe(300_000);
    const [buy, look, ...more] = await readActionFigures(db, span);
    expect(more).toEqual([]);
    expect(look).toMatchObject({
      action_name: "look",
      runs: 1,
      ended: 1,
      failed: 0,
      verdict: { state: "one_version" },
    });
    expect(buy).toMatchObject({
      app_name: "shop",
      action_name: "buy",
      runs: 111,
      ended: 110,
      failed: 28,
      measured: 110,
    });
    expect(
      buy?.versions.map(({ version, runs, ended, failed, first_run_at_ms }) => [
        version,
        runs,
        ended,
        failed,
        first_run_at_ms,
      ]),
    ).toEqual([
      ["v9", 60, 60, 3, before],
      ["v10", 51, 50, 25, nowMs - 3_600_000],
    ]);
    expect(buy?.verdict).toMatchObject({
      state: "regressed",
      since_version: "v10",
      since_ms: nowMs - 3_600_000,
      kinds: ["failures", "median"],
    });
    const newest = buy?.versions[1];
    expect(Math.abs((newest?.p50_ms ?? 0) / 3_000 - 1)).toBeLessThan(0.05);
    expect(buy?.trend).toHaveLength(24);
    expect(buy?.trend.filter((share) => share !== null)).not.toHaveLength(0);
    expect(buy?.trend).toContain(null);
  });

  it("takes hours where five minutes are not kept, and never an empty time", () => {
    expect(steppedSpan(nowMs - 7 * 86_400_000, nowMs, 0).stepMs).toBe(3_600_000);
    expect(steppedSpan(nowMs - 3_600_000, nowMs, nowMs).stepMs).toBe(3_600_000);
    expect(steppedSpan(nowMs, nowMs, 0)).toEqual({
      sinceMs: nowMs,
      untilMs: nowMs + 300_000,
      stepMs: 300_000,
    });
  });
});

describe("groups of failures", () => {
  const read = (sinceMs = nowMs - 3_600_000) => readFailureGroups(db, { sinceMs, untilMs: nowMs, nowMs });
  const slow = (at: number) => `Timeout ${at}ms exceeded`;

  it("hold each failed run of the time once, with what is known from before it", async () => {
    const old = nowMs - 5 * 3_600_000;
    await write([
      run({ version: "v1", atMs: old, failed: slow(5) }),
      ...many(6, (at) =>
        run({ version: at < 4 ? "v1" : "v2", atMs: nowMs - (at + 1) * minuteMs, failed: slow(at) }),
      ),
      ...many(2, (at) => run({ version: "v1", atMs: nowMs - (at + 1) * minuteMs, failed: null })),
      run({ version: "v2", atMs: nowMs - minuteMs }),
    ]);
    const { failed, groups, leftOut } = await read();
    expect([failed, groups.length, leftOut]).toEqual([8, 2, 0]);
    const [timeouts, silent] = groups;
    expect(timeouts).toMatchObject({
      reason_key: "Timeout <n>ms exceeded",
      state: "open",
      count: 6,
      share: 0.75,
      first_seen_ms: old,
      last_seen_ms: nowMs - minuteMs,
      example: slow(0),
    });
    expect(
      timeouts?.places.map(({ version, count, first_seen_ms }) => [version, count, first_seen_ms]),
    ).toEqual([
      ["v1", 4, old],
      ["v2", 2, nowMs - 6 * minuteMs],
    ]);
    expect(timeouts?.newest_run_ids).toHaveLength(5);
    expect(timeouts?.trend.reduce((sum, count) => sum + count)).toBe(6);
    expect(silent).toMatchObject({ reason_key: "", count: 2, share: 0.25, example: null });
    expect(silent?.newest_run_ids).toHaveLength(2);
  });

  it("stay acknowledged until they come up on a new version, and muted until their time", async () => {
    await write([run({ version: "v1", atMs: nowMs - minuteMs, failed: slow(1) })]);
    const key = failureKey("Timeout <n>ms exceeded");
    const say = (setting: Parameters<typeof setFailureGroup>[1]["setting"], atMs = nowMs) =>
      setFailureGroup(db, { key, setting, by: "ada" }, atMs);
    const state = async () => (await read()).groups[0];
    expect(await say({ state: "acknowledged", note: "known" })).toBe(true);
    expect(await state()).toMatchObject({
      state: "acknowledged",
      said: { by: "ada", note: "known", at_ms: nowMs },
    });
    await write([run({ version: "v1", atMs: nowMs - minuteMs, failed: slow(2) })]);
    expect(await state()).toMatchObject({ state: "acknowledged", count: 2 });
    await write([run({ version: "v2", atMs: nowMs - minuteMs, failed: slow(3) })]);
    expect(await state()).toMatchObject({ state: "reopened", reopened_by: ["shop v2"], count: 3 });
    expect(await say({ state: "muted", until_ms: nowMs + 1, note: "" })).toBe(true);
    expect(await state()).toMatchObject({ state: "muted", said: { until_ms: nowMs + 1 } });
    expect(await say({ state: "open", note: "" })).toBe(true);
    expect(await state()).toMatchObject({ state: "open", said: null });
    const unknown = {
      key: failureKey("nobody"),
      setting: { state: "acknowledged", note: "" },
      by: "ada",
    } as const;
    expect(await setFailureGroup(db, unknown, nowMs)).toBe(false);
  });
});

describe("the plans of the database", () => {
  it("count failures from their index, read no run for it and sort nothing but the parts of the trend", async () => {
    await write([run({ version: "v1", atMs: nowMs - minuteMs, failed: "x" })]);
    const statements: string[] = [];
    // What is really sent, taken from the driver.
    const file = new Sqlite(join(dataDir, "fleetdeck.db"), {
      verbose: (text) => statements.push(String(text)),
    });
    const heard = new Kysely<Tables>({ dialect: new SqliteDialect({ database: file }) });
    await countFailures(heard, 0, nowMs);
    await failureTrends(heard, 0, nowMs);
    const plans = statements.map((text) =>
      file
        .prepare<[], { detail: string }>(`explain query plan ${text}`)
        .all()
        .map(({ detail }) => detail)
        .join("; "),
    );
    expect(plans).toEqual([
      expect.stringMatching(/^SCAN runs USING COVERING INDEX runs_by_failure$/),
      expect.stringContaining("COVERING INDEX runs_by_failure"),
    ]);
    await heard.destroy();
  });
});

describe("a spike", () => {
  it("names the proxy and the version that failing runs share, and how many runs it knows nothing of", async () => {
    const recent = nowMs - 10 * minuteMs;
    const bad = many(12, (at) => run({ version: "v2", atMs: recent + at, failed: "x" }));
    const good = many(20, (at) => run({ version: at < 2 ? "v2" : "v1", atMs: recent + at }));
    await write([
      ...many(200, (at) => run({ version: "v1", atMs: nowMs - 3_600_000 - at * minuteMs })),
      ...bad,
      ...good,
    ]);
    for (const [at, row] of [...bad.slice(0, 10), ...good.slice(0, 15)].entries()) {
      const id = `session-${at}`;
      await addRunSessions(db, row.id, [id], nowMs);
      await recordSightings(db, [
        { kind: "session", id, name: null, source: "listBrowsers", facts: { headless: true }, atMs: nowMs },
      ]);
      const proxy = at < 10 || at === 12 ? "p1" : "p2";
      await recordLinks(db, [
        { from: { kind: "session", id }, to: { kind: "proxy", id: proxy }, atMs: nowMs },
      ]);
    }
    await recordSightings(db, [
      { kind: "proxy", id: "p1", name: "tokyo", source: "listProxies", facts: { type: "isp" }, atMs: nowMs },
    ]);
    const spike = await readSpike(db, { nowMs });
    expect(spike).toMatchObject({
      verdict: "spike",
      recent: { failed: 12, ended: 32 },
      base: { failed: 0, ended: 200 },
      sessions_known: { failed: 10, ended: 25 },
      looked_at: 32,
      complete: false,
    });
    expect(spike.attributes).toMatchObject([
      // (10/10) / (11/25), and (12/12) / (14/32).
      {
        kind: "version",
        id: "shop v2",
        version: "v2",
        failed_with: 12,
        failed: 12,
        ended_with: 14,
        ended: 32,
        lift: 32 / 14,
      },
      {
        kind: "proxy",
        id: "p1",
        name: "tokyo",
        failed_with: 10,
        failed: 10,
        ended_with: 11,
        ended: 25,
        lift: 25 / 11,
      },
    ]);
  });

  it("is none of the runs that the service cut short, now or the day before, and ranks none of them", async () => {
    const recent = nowMs - 10 * minuteMs;
    const cut = "the service was stopped while this was running";
    const earlier = (at: number) => nowMs - 3_600_000 - at * minuteMs;
    await write([
      ...many(60, (at) => run({ version: "v1", atMs: earlier(at) })),
      ...many(60, (at) => run({ version: "v1", atMs: earlier(at) + 1, failed: cut })),
      ...many(18, (at) => run({ version: "v1", atMs: recent + at })),
      ...many(30, (at) => run({ version: "v2", atMs: recent + at, failed: cut })),
    ]);
    expect(await readSpike(db, { nowMs })).toMatchObject({
      verdict: "too_few",
      recent: { failed: 0, ended: 18 },
      base: { failed: 0, ended: 60 },
      interrupted: 30,
      attributes: [],
      looked_at: 18,
    });
    // Half of all failed the day before, but none by a fault of its own: ten of 28 now are a spike.
    await write(many(10, (at) => run({ version: "v3", atMs: recent + at, failed: "x" })));
    const spike = await readSpike(db, { nowMs });
    expect(spike).toMatchObject({ verdict: "spike", recent: { failed: 10, ended: 28 }, looked_at: 28 });
    expect(spike.attributes).toMatchObject([{ kind: "version", id: "shop v3", failed: 10, ended: 28 }]);
    expect((await readSpikeFacts(db, nowMs)).facts).toMatchObject({
      recent: { failed: 40, ended: 58 },
      interrupted: { recent: 30, base: 60 },
      shared: { id: "shop v3" },
    });
  });

  it("says too few, and ranks nothing, when next to nothing ran", async () => {
    await write([run({ version: "v1", atMs: nowMs - minuteMs, failed: "x" })]);
    expect(await readSpike(db, { nowMs })).toMatchObject({
      verdict: "too_few",
      chance: null,
      attributes: [],
    });
  });
});
