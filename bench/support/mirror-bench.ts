// What a mirror of so many runs over 30 days takes to fill by its own write path, and what a question costs after that.
import { sql } from "kysely";
import type { RunHistoryQuery } from "../../lib/bff/run-history.ts";
import { readActionFigures } from "../../lib/server/store/action-insight.ts";
import type { Database } from "../../lib/server/store/database.ts";
import { readFailureGroups } from "../../lib/server/store/failure-groups.ts";
import { recordLinks, recordSightings } from "../../lib/server/store/inventory.ts";
import { runRowOf } from "../../lib/server/store/run-rows.ts";
import { searchRuns } from "../../lib/server/store/run-search.ts";
import { readRunSeries } from "../../lib/server/store/run-series.ts";
import { addRunSessions } from "../../lib/server/store/run-sessions.ts";
import { writeRuns } from "../../lib/server/store/runs.ts";
import { readSpike } from "../../lib/server/watch/spike.ts";
import { readTimeline } from "../../lib/server/watch/timeline.ts";
import { scriptedRun } from "../../tests/support/scripted-runs.ts";
import type { Figure } from "./figure.ts";
import { p95 } from "./p95.ts";

const monthMs = 30 * 86_400_000;
export const pageSize = 100;
const originMs = Date.UTC(2026, 9, 1);

/** Runs over 30 days by script. */
export const runAt = (at: number, count: number) =>
  scriptedRun(at, { count, fromMs: originMs, spanMs: monthMs });

async function fill(db: Database, count: number): Promise<number> {
  const startedAt = performance.now();
  for (let at = 0; at < count; at += pageSize) {
    const rows = Array.from({ length: Math.min(pageSize, count - at) }, (_, more) =>
      runRowOf(runAt(at + more, count), originMs),
    );
    await db.transaction().execute((trx) => writeRuns(trx, rows));
  }
  return count / ((performance.now() - startedAt) / 1000);
}

/** Every run of the last three hours has a session on one of eight proxies. */
async function fillSessions(db: Database, count: number): Promise<void> {
  const first = Math.ceil(count * (1 - (3 * 3_600_000) / monthMs));
  await db.transaction().execute(async (trx) => {
    for (let at = first; at < count; at += 1) {
      const id = `session-${at}`;
      await addRunSessions(trx, runAt(at, count).id, [id], originMs);
      await recordSightings(trx, [
        {
          kind: "session",
          id,
          name: null,
          source: "listBrowsers",
          facts: { headless: true },
          atMs: originMs,
        },
      ]);
      const to = { kind: "proxy", id: `proxy-${at % 8}` } as const;
      await recordLinks(trx, [{ from: { kind: "session", id }, to, atMs: originMs }]);
    }
  });
}

const since_ms = originMs;
const until_ms = originMs + monthMs;
const questions: Record<string, RunHistoryQuery> = {
  "newest page": {},
  "failed runs": { status: ["failed"] },
  "failed or queued runs of two actions": { status: ["failed", "queued"], action: ["buy", "login"] },
  "one action of one app": { app: ["storefront"], action: ["buy"] },
  "all but one version, longer than 10 s": { not_version: ["v12"], min_duration_ms: 10_000 },
  "nothing matches (looks through its bound)": { version: ["v6"], max_duration_ms: 1 },
  "a text that is rare": { text: 'term 999"' },
  "a text that is nowhere": { text: "not to be found" },
  "one kind of failure": { reason_key: "Timeout <n>ms exceeded at <url>" },
};

/** Fills an empty store and asks it; `where` names it in the figures. Beside the filling stands `bare`, where there is one. */
export async function measureMirror(
  db: Database,
  {
    where,
    count,
    bare,
    say,
  }: {
    where: "embedded file" | "PostgreSQL";
    count: number;
    bare?: Figure["baseline"];
    say: (words: string) => void;
  },
): Promise<Figure[]> {
  const size = count.toLocaleString("en");
  const figures: Figure[] = [
    {
      id: "P9",
      what: `recorder, ${where}: runs mirrored, with roll-ups, ${size} in the end`,
      unit: "runs/s",
      ours: await fill(db, count),
      ...(bare === undefined ? {} : { baseline: bare }),
      goal: { of: "value", bound: "least", than: 5_000 },
    },
  ];
  // What its autovacuum does within a minute: a plan made without it goes through the whole table.
  if (where === "PostgreSQL") await sql`analyze`.execute(db);
  say("the mirror is filled");
  const ask = async (what: string, times: number, work: () => Promise<unknown>) => {
    figures.push({
      id: "P9",
      what: `history over 30 days and ${size} runs, ${where}, p95: ${what}`,
      unit: "ms",
      ours: await p95(times, work),
      goal: { of: "value", bound: "most", than: 100 },
    });
  };
  for (const [what, asked] of Object.entries(questions))
    await ask(what, 30, () => searchRuns(db, { ...asked, since_ms, until_ms }, 50));
  const span = { sinceMs: since_ms, untilMs: until_ms, bucketMs: 21_600_000 };
  await ask("series of all runs", 20, () => readRunSeries(db, {}, span));
  await ask("series by version", 20, () => readRunSeries(db, { by: "version" }, span));
  await fillSessions(db, count);
  const stepped = { sinceMs: since_ms, untilMs: until_ms, stepMs: 3_600_000 };
  await ask("figures of actions and versions", 20, () => readActionFigures(db, stepped));
  const grouped = { sinceMs: since_ms, untilMs: until_ms, nowMs: until_ms };
  await ask("groups of failures", 20, () => readFailureGroups(db, grouped));
  await ask("what failing runs share, of three hours", 20, () =>
    readSpike(db, { nowMs: until_ms, minutes: 180 }),
  );
  const reader = { userId: "bench", role: "admin" } as const;
  for (const [what, lastMs] of [
    ["an hour", 3_600_000],
    ["a day", 86_400_000],
    ["thirty days", monthMs],
  ] as const)
    await ask(`timeline of ${what}`, 10, () =>
      readTimeline(db, { fromMs: until_ms - lastMs, toMs: until_ms }, reader, until_ms),
    );
  return figures;
}
