// What the mirror must hold: told by the upstream's truth, and by counting its rows again.
import { expect } from "vitest";
import { emptyHistogram, histogramText, withValue } from "../../lib/insight/histogram.ts";
import type { Database } from "../../lib/server/store/database.ts";
import { rollupWidths } from "../../lib/server/store/rollups.ts";
import type { FakeInvocations } from "./fake-invocations.ts";

/** Expects that the roll-ups are what counting the rows again gives. */
export async function expectRollupsToBeARecount(db: Database): Promise<void> {
  const runs = await db.selectFrom("runs").selectAll().execute();
  const expected = new Map<string, Record<string, number | string>>();
  const durations = new Map<string, ReturnType<typeof withValue>>();
  for (const run of runs)
    for (const width of Object.values(rollupWidths)) {
      const bucket = run.started_at_ms - (run.started_at_ms % width);
      const key = `${width} ${bucket} ${run.app_name} ${run.action_name} ${run.version}`;
      const row = expected.get(key) ?? { queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 };
      row[run.status] = Number(row[run.status]) + 1;
      expected.set(key, row);
      const held = durations.get(key) ?? emptyHistogram;
      durations.set(key, run.duration_ms === null ? held : withValue(held, run.duration_ms));
    }
  const rows = await db.selectFrom("run_rollups").selectAll().execute();
  const found = rows.map((row) => {
    const { width_ms, bucket_ms, app_name, action_name, version, durations: text, ...counts } = row;
    return [`${width_ms} ${bucket_ms} ${app_name} ${action_name} ${version}`, { ...counts, text }] as const;
  });
  const wanted = [...expected].map(
    ([key, counts]) =>
      [key, { ...counts, text: histogramText(durations.get(key) ?? emptyHistogram) }] as const,
  );
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(wanted));
}

/** Expects that the mirror holds exactly the upstream's runs, as they are now. */
export async function expectMirrorToEqual(db: Database, upstream: FakeInvocations): Promise<void> {
  const rows = await db
    .selectFrom("runs")
    .select(["id", "status", "started_at_ms", "finished_at_ms", "open"])
    .orderBy("id")
    .execute();
  const truth = [...upstream.runs.values()]
    .map((run) => ({
      id: run.id,
      status: run.status,
      started_at_ms: run.startedMs,
      finished_at_ms: run.finishedMs ?? null,
      open: run.finishedMs === undefined ? 1 : 0,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(rows).toEqual(truth);
}
