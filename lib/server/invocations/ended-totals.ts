// What has ended since the last reading, by action, from the differences of the roll-ups. Only buckets whose sums changed
// are read, so that a reading of a quiet day costs one sum for each hour.
import { sql } from "kysely";
import { stepStartMs } from "../../bff/clock-step.ts";
import { dayMs } from "../../bff/time-units.ts";
import { addedValues, histogramOf } from "../../insight/histogram.ts";
import type { Database } from "../db/database.ts";
import { readRollups } from "./rollup-reads.ts";
import { type RollupRow, rollupWidths } from "./rollups.ts";

/** What has ended of one action. */
export interface EndedOfAction {
  app_name: string;
  action_name: string;
  succeeded: number;
  failed: number;
  /** Milliseconds, each within the error of the roll-ups' histograms. */
  durations: { value: number; count: number }[];
}

type Row = Pick<RollupRow, "app_name" | "action_name" | "succeeded" | "failed" | "durations">;
interface Bucket {
  sums: string;
  /** By action and version. */
  rows: ReadonlyMap<string, Row>;
}

const { coarse } = rollupWidths;
/** Invocations that started earlier end unnoticed. */
const windowMs = dayMs;
const keyOf = (row: RollupRow) => JSON.stringify([row.app_name, row.action_name, row.version]);

async function sumsOf(db: Database, sinceMs: number): Promise<Map<number, string>> {
  const { rows } = await sql<Record<"bucket_ms" | "succeeded" | "failed", number | string>>`
    select bucket_ms, sum(succeeded) as succeeded, sum(failed) as failed from invocation_rollups
    where width_ms = ${coarse} and bucket_ms >= ${sinceMs} group by bucket_ms`.execute(db);
  return new Map(rows.map((row) => [Number(row.bucket_ms), `${row.succeeded} ${row.failed}`]));
}

const nothing = { succeeded: 0, failed: 0, durations: "[]" };

function differenceOf(before: Pick<Row, keyof typeof nothing>, after: Row): EndedOfAction {
  const { app_name, action_name } = after;
  return {
    app_name,
    action_name,
    // A corrected invocation may have fewer: a total never shrinks.
    succeeded: Math.max(0, after.succeeded - before.succeeded),
    failed: Math.max(0, after.failed - before.failed),
    durations: addedValues(histogramOf(before.durations), histogramOf(after.durations)),
  };
}

/** Remembers the roll-ups of a day from one reading to the next. */
export class EndedTotals {
  #buckets: ReadonlyMap<number, Bucket> | undefined;
  /** The beginning of the last reading: what ended in earlier buckets was counted before. */
  #sinceMs = Number.NEGATIVE_INFINITY;

  /** The actions with an invocation of the last day, as of the last reading, by their names as JSON. */
  get actions(): ReadonlyMap<string, Pick<Row, "app_name" | "action_name">> {
    const actions = new Map<string, Pick<Row, "app_name" | "action_name">>();
    for (const { rows } of this.#buckets?.values() ?? [])
      for (const { app_name, action_name } of rows.values())
        actions.set(JSON.stringify([app_name, action_name]), { app_name, action_name });
    return actions;
  }

  /** What has ended since the last call, and all of the last day at the first one. `nowMs`: epoch milliseconds. */
  async read(db: Database, nowMs: number): Promise<EndedOfAction[]> {
    const sinceMs = stepStartMs(nowMs - windowMs, coarse);
    const known = this.#buckets ?? new Map<number, Bucket>();
    const next = new Map<number, Bucket>();
    const ended: EndedOfAction[] = [];
    for (const [bucketMs, sums] of await sumsOf(db, sinceMs)) {
      const before = known.get(bucketMs);
      if (before?.sums === sums) {
        next.set(bucketMs, before);
        continue;
      }
      const span = { widthMs: coarse, sinceMs: bucketMs, untilMs: bucketMs + 1 };
      const rows = new Map((await readRollups(db, span)).map((row) => [keyOf(row), row]));
      // The clock may have been set back.
      const isCounted = before === undefined && bucketMs < this.#sinceMs;
      for (const [key, row] of isCounted ? [] : rows) {
        const difference = differenceOf(before?.rows.get(key) ?? nothing, row);
        if (difference.succeeded + difference.failed + difference.durations.length > 0)
          ended.push(difference);
      }
      next.set(bucketMs, { sums, rows });
    }
    this.#buckets = next;
    this.#sinceMs = sinceMs;
    return ended;
  }
}
