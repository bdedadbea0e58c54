// What processes took while somebody watched them. Any replica adds; the same answer twice is one sample.
import type { ProcessSamples } from "../../bff/process-samples.ts";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

/** Adds a sample; one of the same process and moment stays as it is. Null figures: the upstream told none. */
export async function addProcessSample(db: Database, row: Tables["process_samples"]): Promise<void> {
  await db
    .insertInto("process_samples")
    .values(row)
    .onConflict((conflict) => conflict.columns(["session_id", "process_id", "at_ms"]).doNothing())
    .execute();
}

/** What is kept of a process: the `spanMs` before its newest sample, at most the `most` newest, oldest first. */
export async function readProcessSamples(
  db: Database,
  process: { id: string; process_id: string },
  { spanMs, most }: { spanMs: number; most: number },
): Promise<ProcessSamples> {
  const ofProcess = db
    .selectFrom("process_samples")
    .where("session_id", "=", process.id)
    .where("process_id", "=", process.process_id);
  const sums = await ofProcess
    .select(({ fn }) => [
      fn.countAll<number | string>().as("count"),
      fn.min("at_ms").as("first"),
      fn.max("at_ms").as("last"),
    ])
    .executeTakeFirst();
  if (sums?.last == null) return { began_at_ms: null, count: 0, samples: [] };
  const samples = await ofProcess
    .select(["at_ms", "cpu_pct", "mem_bytes"])
    .where("at_ms", ">=", Number(sums.last) - spanMs)
    .orderBy("at_ms", "desc")
    .limit(most)
    .execute();
  return { began_at_ms: Number(sums.first), count: Number(sums.count), samples: samples.reverse() };
}
