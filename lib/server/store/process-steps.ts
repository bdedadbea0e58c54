// What processes took, thinned out to five minutes: the mean and the most of the CPU, the most memory, how many
// samples there were and from when to when.
import { sql } from "kysely";
import type { Database } from "./database.ts";
import type { Tables } from "./tables.ts";

export type ProcessStep = Tables["process_samples_5m"];

/** The width of a step, milliseconds. */
export const processStepMs = 300_000;

const most = (one: number | null, other: number | null): number | null =>
  one === null ? other : other === null ? one : Math.max(one, other);

/** Two parts of the same process as one step that begins with the first: its means are weighted by their samples. */
export function joinedSteps(one: ProcessStep, other: ProcessStep): ProcessStep {
  const cpuSamples = one.cpu_samples + other.cpu_samples;
  const cpuSum = (one.cpu_mean ?? 0) * one.cpu_samples + (other.cpu_mean ?? 0) * other.cpu_samples;
  return {
    ...one,
    first_ms: Math.min(one.first_ms, other.first_ms),
    last_ms: Math.max(one.last_ms, other.last_ms),
    samples: one.samples + other.samples,
    cpu_samples: cpuSamples,
    cpu_mean: cpuSamples === 0 ? null : cpuSum / cpuSamples,
    cpu_max: most(one.cpu_max, other.cpu_max),
    mem_max: most(one.mem_max, other.mem_max),
  };
}

/** Single samples of a time as steps of five minutes, oldest first; of one process where one is named. */
export async function stepsOfSamples(
  db: Database,
  range: { sinceMs: number; untilMs: number },
  process?: { id: string; process_id: string },
): Promise<ProcessStep[]> {
  // A literal, because a bound number divides as a fraction in SQLite.
  const width = sql.lit(processStepMs);
  const only =
    process === undefined
      ? sql``
      : sql`and session_id = ${process.id} and process_id = ${process.process_id}`;
  const { rows } = await sql<ProcessStep>`
    select session_id, process_id, (at_ms / ${width}) * ${width} as at_ms, min(at_ms) as first_ms,
      max(at_ms) as last_ms, count(*) as samples, count(cpu_pct) as cpu_samples, avg(cpu_pct) as cpu_mean,
      max(cpu_pct) as cpu_max, max(mem_bytes) as mem_max
    from process_samples where at_ms >= ${range.sinceMs} and at_ms < ${range.untilMs} ${only}
    group by 1, 2, 3 order by 3`.execute(db);
  return rows.map((row) => ({
    ...row,
    at_ms: Number(row.at_ms),
    samples: Number(row.samples),
    cpu_samples: Number(row.cpu_samples),
  }));
}

/** Thins out the oldest slice that ends before `beforeMs`; true when there was one. */
export async function thinProcessSamples(trx: Database, beforeMs: number): Promise<boolean> {
  const first = await trx
    .selectFrom("process_samples")
    .select("at_ms")
    .orderBy("at_ms")
    .limit(1)
    .executeTakeFirst();
  if (first === undefined) return false;
  const sinceMs = Math.floor(first.at_ms / processStepMs) * processStepMs;
  const untilMs = sinceMs + processStepMs;
  if (untilMs > beforeMs) return false;
  const late = await stepsOfSamples(trx, { sinceMs, untilMs });
  const kept = await trx.selectFrom("process_samples_5m").selectAll().where("at_ms", "=", sinceMs).execute();
  await trx.deleteFrom("process_samples_5m").where("at_ms", "=", sinceMs).execute();
  const rows = new Map<string, ProcessStep>();
  // Samples may come late, when the clock was set back.
  for (const step of [...kept, ...late]) {
    const key = JSON.stringify([step.session_id, step.process_id]);
    const before = rows.get(key);
    rows.set(key, before === undefined ? step : joinedSteps(before, step));
  }
  const all = [...rows.values()];
  for (let at = 0; at < all.length; at += 500)
    await trx
      .insertInto("process_samples_5m")
      .values(all.slice(at, at + 500))
      .execute();
  await trx
    .deleteFrom("process_samples")
    .where("at_ms", ">=", sinceMs)
    .where("at_ms", "<", untilMs)
    .execute();
  return true;
}
