// Fills the invocation mirror with 30 days through its own write path, then measures the response time of its queries.
import { sql } from "kysely";
import type { InvocationHistoryQuery } from "../../lib/bff/invocation-history.ts";
import type { Database } from "../../lib/server/db/database.ts";
import { readActionFigures } from "../../lib/server/insight/action-insight.ts";
import { readFailureGroups } from "../../lib/server/insight/failure-groups.ts";
import { readSpike } from "../../lib/server/insight/spike.ts";
import { recordLinks } from "../../lib/server/inventory/resource-links.ts";
import { upsertResources } from "../../lib/server/inventory/resource-writes.ts";
import { invocationRowOf } from "../../lib/server/invocations/invocation-rows.ts";
import { searchInvocations } from "../../lib/server/invocations/invocation-search.ts";
import { readInvocationSeries } from "../../lib/server/invocations/invocation-series.ts";
import { addInvocationSessions } from "../../lib/server/invocations/invocation-sessions.ts";
import { writeInvocations } from "../../lib/server/invocations/invocation-writes.ts";
import { applyToRollups } from "../../lib/server/invocations/rollups.ts";
import { readTimeline } from "../../lib/server/timeline/timeline.ts";
import { scriptedInvocation } from "../../tests/support/fakes/scripted-invocations.ts";
import { bulkInsert } from "./bulk-insert.ts";
import { type Figure, p95 } from "./figure.ts";

const monthMs = 30 * 86_400_000;
export const pageSize = 100;
const seededAtOnce = 10_000;
const originMs = Date.UTC(2026, 9, 1);

/** Invocation number `at` of `count` over 30 days. */
export const invocationAt = (at: number, count: number) =>
  scriptedInvocation(at, { count, fromMs: originMs, spanMs: monthMs });

/** Writes those of `count` invocations of 30 days from number `first` to before `end` as the recorder does; how many a second. */
export async function fillInvocations(
  db: Database,
  count: number,
  { first = 0, end = count }: { first?: number; end?: number } = {},
): Promise<number> {
  const startedAt = performance.now();
  for (let at = first; at < end; at += pageSize) {
    const rows = Array.from({ length: Math.min(pageSize, end - at) }, (_, more) =>
      invocationRowOf(invocationAt(at + more, count), originMs),
    );
    await db.transaction().execute((trx) => writeInvocations(trx, rows));
  }
  return (end - first) / ((performance.now() - startedAt) / 1000);
}

/** Writes those before number `end` of `count` into PostgreSQL in bulk, with their roll-ups. */
export async function seedInvocations(db: Database, count: number, end: number): Promise<void> {
  for (let at = 0; at < end; at += seededAtOnce) {
    const rows = Array.from({ length: Math.min(seededAtOnce, end - at) }, (_, more) =>
      invocationRowOf(invocationAt(at + more, count), originMs),
    );
    await db.transaction().execute(async (trx) => {
      await bulkInsert(trx, "invocations", rows);
      await applyToRollups(
        trx,
        rows.map((after) => ({ before: undefined, after })),
        0,
      );
    });
  }
}

/** Gives every invocation of the last three hours a session on one of eight proxies. */
async function fillSessions(db: Database, count: number): Promise<void> {
  const first = Math.ceil(count * (1 - (3 * 3_600_000) / monthMs));
  await db.transaction().execute(async (trx) => {
    for (let at = first; at < count; at += 1) {
      const id = `session-${at}`;
      await addInvocationSessions(trx, invocationAt(at, count).id, [id], originMs);
      await upsertResources(trx, [
        {
          kind: "session",
          id,
          name: null,
          source: "listBrowsers",
          details: { headless: true },
          atMs: originMs,
        },
      ]);
      const to = { kind: "proxy", id: `proxy-${at % 8}` } as const;
      await recordLinks(trx, [{ from: { kind: "session", id }, to, atMs: originMs }]);
    }
  });
}

/** The 30 days, epoch milliseconds. */
export const historySpan = { since_ms: originMs, until_ms: originMs + monthMs };
const { since_ms, until_ms } = historySpan;
/** Queries of the 30 days. */
export const historyQueries: Record<string, InvocationHistoryQuery> = {
  "newest page": {},
  "failed invocations": { status: ["failed"] },
  "failed or queued invocations of two actions": { status: ["failed", "queued"], action: ["buy", "login"] },
  "one action of one app": { app: ["storefront"], action: ["buy"] },
  "all but one version, longer than 10 s": { not_version: ["v12"], min_duration_ms: 10_000 },
  "nothing matches (looks through its bound)": { version: ["v6"], max_duration_ms: 1 },
  "a text that is rare": { text: 'term 999"' },
  "a text that is nowhere": { text: "not to be found" },
  "one kind of failure": { reason_key: "Timeout <n>ms exceeded at <url>" },
};

/**
 * Fills a store and measures its queries. `where` names the store in the figures; `bare` is the baseline of
 * filling it.
 */
export async function measureMirror(
  db: Database,
  {
    where,
    count,
    seeded = 0,
    bare,
    log,
  }: {
    where: "embedded file" | "PostgreSQL";
    count: number;
    /** How many of them the store has already: the rate of the others is measured. */
    seeded?: number;
    bare?: Figure["baseline"];
    log: (message: string) => void;
  },
): Promise<Figure[]> {
  const size = count.toLocaleString("en");
  const figures: Figure[] = [
    {
      id: "P9",
      what: `recorder, ${where}: invocations mirrored, with roll-ups, ${size} in the end`,
      unit: "invocations/s",
      ours: await fillInvocations(db, count, { first: seeded }),
      ...(bare === undefined ? {} : { baseline: bare }),
      goal: { of: "value", bound: "least", than: 5_000 },
    },
  ];
  // Autovacuum would do this within a minute; without statistics the planner scans whole tables.
  const vacuum = async () => {
    if (where === "PostgreSQL") await sql`vacuum analyze`.execute(db);
  };
  await vacuum();
  log("the mirror is filled");
  const time = async (what: string, work: () => Promise<unknown>, times?: number) => {
    figures.push({
      id: "P9",
      what: `history over 30 days and ${size} invocations, ${where}, p95: ${what}`,
      unit: "ms",
      ours: await p95(work, times),
      goal: { of: "value", bound: "most", than: 100 },
    });
  };
  for (const [what, query] of Object.entries(historyQueries))
    await time(what, () => searchInvocations(db, { ...query, since_ms, until_ms }, 50), 30);
  const span = { sinceMs: since_ms, untilMs: until_ms, bucketMs: 21_600_000 };
  await time("series of all invocations", () => readInvocationSeries(db, {}, span));
  await time("series by version", () => readInvocationSeries(db, { by: "version" }, span));
  await fillSessions(db, count);
  await vacuum();
  const stepped = { sinceMs: since_ms, untilMs: until_ms, stepMs: 3_600_000 };
  await time("figures of actions and versions", () => readActionFigures(db, stepped));
  const grouped = { sinceMs: since_ms, untilMs: until_ms, nowMs: until_ms };
  await time("groups of failures", () => readFailureGroups(db, grouped));
  await time("what failing invocations share, of three hours", () =>
    readSpike(db, { nowMs: until_ms, minutes: 180 }),
  );
  const reader = { userId: "bench", role: "admin" } as const;
  for (const [what, lastMs] of [
    ["an hour", 3_600_000],
    ["a day", 86_400_000],
    ["thirty days", monthMs],
  ] as const)
    await time(`timeline of ${what}`, () =>
      readTimeline(db, { fromMs: until_ms - lastMs, toMs: until_ms }, reader, until_ms),
    );
  return figures;
}
