// Assertions on the mirror: against the upstream's data, and against recounted rows.
import { expect } from "vitest";
import { emptyHistogram, histogramText, withValue } from "../../lib/insight/histogram.ts";
import type { Database } from "../../lib/server/db/database.ts";
import { rollupWidths } from "../../lib/server/invocations/rollups.ts";
import type { FakeInvocations } from "./fakes/fake-invocations.ts";

/** Expects that the roll-ups equal recounted rows. */
export async function expectRollupsToMatchRecount(db: Database): Promise<void> {
  const invocations = await db.selectFrom("invocations").selectAll().execute();
  const expected = new Map<string, Record<string, number | string>>();
  const durations = new Map<string, ReturnType<typeof withValue>>();
  for (const invocation of invocations)
    for (const width of Object.values(rollupWidths)) {
      const bucket = invocation.started_at_ms - (invocation.started_at_ms % width);
      const key = `${width} ${bucket} ${invocation.app_name} ${invocation.action_name} ${invocation.version}`;
      const row = expected.get(key) ?? { queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 };
      const counted = invocation.status in row ? invocation.status : "other";
      row[counted] = Number(row[counted]) + 1;
      expected.set(key, row);
      const held = durations.get(key) ?? emptyHistogram;
      durations.set(key, invocation.duration_ms === null ? held : withValue(held, invocation.duration_ms));
    }
  const rows = await db.selectFrom("invocation_rollups").selectAll().execute();
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

/** Expects that the mirror equals the upstream's current invocations. */
export async function expectInvocationsToEqualUpstream(
  db: Database,
  upstream: FakeInvocations,
): Promise<void> {
  const rows = await db
    .selectFrom("invocations")
    .select(["id", "status", "started_at_ms", "finished_at_ms", "open"])
    .orderBy("id")
    .execute();
  const expected = [...upstream.invocations.values()]
    .map((invocation) => ({
      id: invocation.id,
      status: invocation.status,
      started_at_ms: invocation.startedMs,
      finished_at_ms: invocation.finishedMs ?? null,
      open: invocation.finishedMs === undefined ? 1 : 0,
    }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
  expect(rows).toEqual(expected);
}
