// Downsamples rows one bucket at a time, so that no transaction is long.
import { stepStartMs } from "../../bff/clock-step.ts";
import type { Database } from "./database.ts";

/** Lets `store` downsample the rows of the oldest bucket that ends before `beforeMs`, and deletes them; returns whether
 *  there was one. */
export async function downsampleOldest(
  trx: Database,
  rows: { table: "pool_samples" | "process_samples"; widthMs: number; beforeMs: number },
  store: (bucket: { sinceMs: number; untilMs: number }) => Promise<unknown>,
): Promise<boolean> {
  const first = await trx.selectFrom(rows.table).select("at_ms").orderBy("at_ms").limit(1).executeTakeFirst();
  if (first === undefined) return false;
  const sinceMs = stepStartMs(first.at_ms, rows.widthMs);
  const untilMs = sinceMs + rows.widthMs;
  if (untilMs > rows.beforeMs) return false;
  await store({ sinceMs, untilMs });
  await trx.deleteFrom(rows.table).where("at_ms", ">=", sinceMs).where("at_ms", "<", untilMs).execute();
  return true;
}
