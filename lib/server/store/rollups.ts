// Counts and durations of runs by the time of their start, kept as the sum of what each run contributes: a run that
// changes takes its old share out and puts its new one in, so that a run seen twice counts once.
import {
  emptyHistogram,
  type Histogram,
  histogramOf,
  histogramText,
  withoutValue,
  withValue,
} from "../../insight/histogram.ts";
import type { Database } from "./database.ts";
import type { RunRow } from "./run-rows.ts";
import type { Tables } from "./tables.ts";

export type RollupRow = Tables["run_rollups"];

/** How wide the roll-ups are, in milliseconds. */
export const rollupWidths = { fine: 5 * 60_000, coarse: 3_600_000 } as const;

/** A run as it was (undefined: new) and as it is. */
export interface RunChange {
  before: RunRow | undefined;
  after: RunRow;
}

const countNames = ["queued", "running", "succeeded", "failed", "other"] as const;
type CountName = (typeof countNames)[number];
const countOf = (status: string): CountName => countNames.find((name) => name === status) ?? "other";

type Key = Pick<RollupRow, "width_ms" | "bucket_ms" | "app_name" | "action_name" | "version">;
interface Share extends Key {
  counts: Record<CountName, number>;
  added: number[];
  removed: number[];
}

const textOf = (key: Key) =>
  JSON.stringify([key.width_ms, key.bucket_ms, key.app_name, key.action_name, key.version]);

function keysOf(run: RunRow, fineFloorMs: number): Key[] {
  return Object.values(rollupWidths).flatMap((width) => {
    const bucket = Math.floor(run.started_at_ms / width) * width;
    // What was thinned out already must not come back as a part of itself.
    if (width === rollupWidths.fine && bucket < fineFloorMs) return [];
    const { app_name, action_name, version } = run;
    return [{ width_ms: width, bucket_ms: bucket, app_name, action_name, version }];
  });
}

function sharesOf(changes: readonly RunChange[], fineFloorMs: number): Map<string, Share> {
  const shares = new Map<string, Share>();
  const count = (run: RunRow, by: 1 | -1) => {
    for (const key of keysOf(run, fineFloorMs)) {
      const text = textOf(key);
      const share = shares.get(text) ?? {
        ...key,
        counts: { queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 },
        added: [],
        removed: [],
      };
      shares.set(text, share);
      share.counts[countOf(run.status)] += by;
      if (run.duration_ms !== null) (by === 1 ? share.added : share.removed).push(run.duration_ms);
    }
  };
  for (const { before, after } of changes) {
    if (before !== undefined) count(before, -1);
    count(after, 1);
  }
  return shares;
}

const changesNothing = ({ counts, added, removed }: Share) =>
  countNames.every((name) => counts[name] === 0) && String(added) === String(removed);

async function rowsOf(db: Database, shares: readonly Share[]): Promise<Map<string, RollupRow>> {
  const rows = new Map<string, RollupRow>();
  for (const width of Object.values(rollupWidths)) {
    const here = shares.filter((share) => share.width_ms === width);
    const unique = (values: readonly string[]) => [...new Set(values)];
    const buckets = [...new Set(here.map((share) => share.bucket_ms))];
    // A statement takes only so many values.
    for (let at = 0; at < buckets.length; at += 500) {
      const found = await db
        .selectFrom("run_rollups")
        .selectAll()
        .where("width_ms", "=", width)
        .where("bucket_ms", "in", buckets.slice(at, at + 500))
        .where("app_name", "in", unique(here.map((share) => share.app_name)))
        .where("action_name", "in", unique(here.map((share) => share.action_name)))
        .execute();
      for (const row of found) rows.set(textOf(row), row);
    }
  }
  return rows;
}

function applied(share: Share, row: RollupRow | undefined): RollupRow {
  let durations: Histogram = row === undefined ? emptyHistogram : histogramOf(row.durations);
  for (const value of share.added) durations = withValue(durations, value);
  for (const value of share.removed) durations = withoutValue(durations, value);
  const total = (name: CountName) => (row?.[name] ?? 0) + share.counts[name];
  const { width_ms, bucket_ms, app_name, action_name, version } = share;
  return {
    width_ms,
    bucket_ms,
    app_name,
    action_name,
    version,
    queued: total("queued"),
    running: total("running"),
    succeeded: total("succeeded"),
    failed: total("failed"),
    other: total("other"),
    durations: histogramText(durations),
  };
}

/** Moves the shares of runs; belongs into the transaction that writes the runs. */
export async function applyToRollups(
  trx: Database,
  changes: readonly RunChange[],
  fineFloorMs: number,
): Promise<void> {
  const shares = [...sharesOf(changes, fineFloorMs).values()].filter((share) => !changesNothing(share));
  if (shares.length === 0) return;
  const rows = await rowsOf(trx, shares);
  const next = shares.map((share) => applied(share, rows.get(textOf(share))));
  const isEmpty = (row: RollupRow) => countNames.every((name) => row[name] === 0);
  const kept = next.filter((row) => !isEmpty(row));
  for (let at = 0; at < kept.length; at += 200)
    await trx
      .insertInto("run_rollups")
      .values(kept.slice(at, at + 200))
      .onConflict((conflict) =>
        conflict
          .columns(["width_ms", "bucket_ms", "app_name", "action_name", "version"])
          .doUpdateSet((each) => ({
            queued: each.ref("excluded.queued"),
            running: each.ref("excluded.running"),
            succeeded: each.ref("excluded.succeeded"),
            failed: each.ref("excluded.failed"),
            other: each.ref("excluded.other"),
            durations: each.ref("excluded.durations"),
          })),
      )
      .execute();
  for (const { width_ms, bucket_ms, app_name, action_name, version } of next.filter(isEmpty))
    await trx
      .deleteFrom("run_rollups")
      .where("width_ms", "=", width_ms)
      .where("bucket_ms", "=", bucket_ms)
      .where("app_name", "=", app_name)
      .where("action_name", "=", action_name)
      .where("version", "=", version)
      .execute();
}
