// Counts and durations of invocations by start time. Each bucket is the sum of its invocations' contributions: a changed
// invocation subtracts the old contribution and adds the new one, so that repeated readings count once.
import { stepStartMs } from "../../bff/clock-step.ts";
import { hourMs, minuteMs } from "../../bff/time-units.ts";
import {
  emptyHistogram,
  type Histogram,
  histogramOf,
  histogramText,
  withoutValue,
  withValue,
} from "../../insight/histogram.ts";
import type { Database } from "../db/database.ts";
import { dropRows } from "../db/expired-rows.ts";
import { inBatches } from "../db/in-batches.ts";
import type { Tables } from "../db/tables.ts";
import { upsert } from "../db/upsert.ts";
import type { InvocationRow } from "./invocation-rows.ts";

export type RollupRow = Tables["invocation_rollups"];

/** Bucket widths in milliseconds. */
export const rollupWidths = { fine: 5 * minuteMs, coarse: hourMs } as const;

/** The narrowest width in which the whole bucket that `sinceMs` is in, and all later ones, are stored. */
export const narrowestWidth = (sinceMs: number, fineFloorMs: number): number =>
  stepStartMs(sinceMs, rollupWidths.fine) < fineFloorMs ? rollupWidths.coarse : rollupWidths.fine;

/** An invocation before (undefined: new) and after a change. */
export interface InvocationChange {
  before: InvocationRow | undefined;
  after: InvocationRow;
}

/** What invocations are counted by: their statuses, and one for those that this version does not know. */
export const countNames = ["queued", "running", "succeeded", "failed", "other"] as const;
type CountName = (typeof countNames)[number];
export const countOf = (status: string): CountName => countNames.find((name) => name === status) ?? "other";

type Key = Pick<RollupRow, "width_ms" | "bucket_ms" | "app_name" | "action_name" | "version">;
interface Share extends Key {
  counts: Record<CountName, number>;
  added: number[];
  removed: number[];
}

const keyOf = ({ width_ms, bucket_ms, app_name, action_name, version }: Key): Key => ({
  width_ms,
  bucket_ms,
  app_name,
  action_name,
  version,
});
const textOf = (key: Key) => JSON.stringify(keyOf(key));

function keysOf(invocation: InvocationRow, fineFloorMs: number): Key[] {
  return Object.values(rollupWidths).flatMap((width) => {
    const bucket = stepStartMs(invocation.started_at_ms, width);
    // Retention deleted these buckets; a new row would contain only a part of the counts.
    if (width === rollupWidths.fine && bucket < fineFloorMs) return [];
    const { app_name, action_name, version } = invocation;
    return [{ width_ms: width, bucket_ms: bucket, app_name, action_name, version }];
  });
}

function sharesOf(changes: readonly InvocationChange[], fineFloorMs: number): Map<string, Share> {
  const shares = new Map<string, Share>();
  const count = (invocation: InvocationRow, by: 1 | -1) => {
    for (const key of keysOf(invocation, fineFloorMs)) {
      const text = textOf(key);
      const share = shares.get(text) ?? {
        ...key,
        counts: { queued: 0, running: 0, succeeded: 0, failed: 0, other: 0 },
        added: [],
        removed: [],
      };
      shares.set(text, share);
      share.counts[countOf(invocation.status)] += by;
      if (invocation.duration_ms !== null)
        (by === 1 ? share.added : share.removed).push(invocation.duration_ms);
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
    const ofWidth = shares.filter((share) => share.width_ms === width);
    const unique = (values: readonly string[]) => [...new Set(values)];
    const buckets = [...new Set(ofWidth.map((share) => share.bucket_ms))];
    const found = await inBatches(buckets, (part) =>
      db
        .selectFrom("invocation_rollups")
        .selectAll()
        .where("width_ms", "=", width)
        .where("bucket_ms", "in", part)
        .where("app_name", "in", unique(ofWidth.map((share) => share.app_name)))
        .where("action_name", "in", unique(ofWidth.map((share) => share.action_name)))
        .execute(),
    );
    for (const row of found) rows.set(textOf(row), row);
  }
  return rows;
}

function applied(share: Share, row: RollupRow | undefined): RollupRow {
  let durations: Histogram = row === undefined ? emptyHistogram : histogramOf(row.durations);
  for (const value of share.added) durations = withValue(durations, value);
  for (const value of share.removed) durations = withoutValue(durations, value);
  const total = (name: CountName) => (row?.[name] ?? 0) + share.counts[name];
  return {
    ...keyOf(share),
    queued: total("queued"),
    running: total("running"),
    succeeded: total("succeeded"),
    failed: total("failed"),
    other: total("other"),
    durations: histogramText(durations),
  };
}

/** Applies changes to the roll-ups; belongs in the transaction that writes the invocations. */
export async function applyToRollups(
  trx: Database,
  changes: readonly InvocationChange[],
  fineFloorMs: number,
): Promise<void> {
  const shares = [...sharesOf(changes, fineFloorMs).values()].filter((share) => !changesNothing(share));
  if (shares.length === 0) return;
  const rows = await rowsOf(trx, shares);
  const next = shares.map((share) => applied(share, rows.get(textOf(share))));
  const isEmpty = (row: RollupRow) => countNames.every((name) => row[name] === 0);
  const nonEmpty = next.filter((row) => !isEmpty(row));
  await upsert(trx, "invocation_rollups", nonEmpty);
  for (const row of next.filter(isEmpty))
    await trx
      .deleteFrom("invocation_rollups")
      .where((each) => each.and(keyOf(row)))
      .execute();
}

/** Deletes fine and coarse roll-ups that ended before these times; returns whether there may be more. */
export async function dropRollups(
  trx: Database,
  { fineBeforeMs, coarseBeforeMs }: { fineBeforeMs: number; coarseBeforeMs: number },
): Promise<boolean> {
  const drop = (widthMs: number, beforeMs: number) =>
    dropRows(trx, {
      table: "invocation_rollups",
      time: "bucket_ms",
      beforeMs,
      and: `and width_ms = ${widthMs}`,
    });
  const { fine, coarse } = rollupWidths;
  const dropped = [await drop(fine, fineBeforeMs), await drop(coarse, coarseBeforeMs - coarse)];
  return dropped.includes(true);
}
