// Insight verdicts on actions for the attention rules: current ones for failing actions, cached ones for the others, because
// summing up a day of many actions every two seconds is expensive.

import { dayMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import type { VerdictInput } from "../../insight/attention-input.ts";
import type { Database } from "../db/database.ts";
import { readActionVerdicts, steppedSpan } from "../insight/action-insight.ts";
import type { Floors } from "../invocations/invocation-writes.ts";
import type { ActionName } from "../invocations/rollup-reads.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";

interface CachedVerdicts {
  /** By the monotonic clock. */
  atMs: number;
  /** Identifies the actions. */
  of: string;
  verdicts: Promise<readonly VerdictInput[]>;
}
const cache = perProcess("attention-verdicts", () => new WeakMap<Database, CachedVerdicts>());

/** Verdicts on the last day, the default period of the insight page. */
async function read(
  db: Database,
  actions: readonly ActionName[],
  { nowMs, floors }: { nowMs: number; floors: Floors },
): Promise<readonly VerdictInput[]> {
  const span = steppedSpan(nowMs - dayMs, nowMs, floors.fine_ms);
  return (await readActionVerdicts(db, span, actions)).map(({ app_name, action_name, verdict }) => ({
    app_name,
    action_name,
    from_ms: span.sinceMs,
    verdict,
  }));
}

/** Current verdicts on `failing` actions, and on `calm` ones at most half a minute old. */
export async function readVerdicts(
  db: Database,
  { failing, calm }: { failing: readonly ActionName[]; calm: readonly ActionName[] },
  { clock, floors }: { clock: Pick<Clock, "nowMs" | "monotonicMs">; floors: Floors },
): Promise<readonly VerdictInput[]> {
  const at = { nowMs: clock.nowMs(), floors };
  const atMs = clock.monotonicMs();
  const of = JSON.stringify(
    calm.map(({ app_name, action_name }) => JSON.stringify([app_name, action_name])).sort(),
  );
  const all = cache();
  let last = all.get(db);
  if (last === undefined || last.of !== of || atMs - last.atMs >= paces.attention.verdictsForMs) {
    last = { atMs, of, verdicts: read(db, calm, at) };
    all.set(db, last);
    last.verdicts.catch(() => all.delete(db));
  }
  return (await Promise.all([read(db, failing, at), last.verdicts])).flat();
}
