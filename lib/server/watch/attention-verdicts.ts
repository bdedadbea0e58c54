// What insight says of actions, for the rules of attention: of those that fail as of now, of the others for a while, as
// a day of many actions is much to add up every two seconds.
import type { VerdictFacts } from "../../insight/attention-facts.ts";
import { paces } from "../paces.ts";
import { perProcess } from "../per-process.ts";
import { type ActionName, readActionFigures, steppedSpan } from "../store/action-insight.ts";
import type { Database } from "../store/database.ts";
import { readFloors } from "../store/runs.ts";

const dayMs = 86_400_000;

interface Kept {
  atMs: number;
  /** Which actions they are of. */
  of: string;
  verdicts: Promise<readonly VerdictFacts[]>;
}
const kept = () => perProcess("attention-verdicts", () => new WeakMap<Database, Kept>());

/** Of the day that insight's page shows unless it is asked for another time. */
async function read(
  db: Database,
  actions: readonly ActionName[],
  nowMs: number,
): Promise<readonly VerdictFacts[]> {
  if (actions.length === 0) return [];
  const span = steppedSpan(nowMs - dayMs, nowMs, (await readFloors(db)).fine_ms);
  return (await readActionFigures(db, span, actions)).map(({ app_name, action_name, verdict }) => ({
    app_name,
    action_name,
    from_ms: span.sinceMs,
    verdict,
  }));
}

/** The verdicts on `failing` as of now, those on `calm` at most half a minute old. */
export async function readVerdicts(
  db: Database,
  { failing, calm }: { failing: readonly ActionName[]; calm: readonly ActionName[] },
  nowMs: number,
): Promise<readonly VerdictFacts[]> {
  const of = JSON.stringify(
    calm.map(({ app_name, action_name }) => JSON.stringify([app_name, action_name])).sort(),
  );
  const all = kept();
  let last = all.get(db);
  if (last === undefined || last.of !== of || Math.abs(nowMs - last.atMs) >= paces.attention.verdictsForMs) {
    last = { atMs: nowMs, of, verdicts: read(db, calm, nowMs) };
    all.set(db, last);
    last.verdicts.catch(() => all.delete(db));
  }
  return (await Promise.all([read(db, failing, nowMs), last.verdicts])).flat();
}
