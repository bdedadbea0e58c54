// The facts of runs that the rules of attention look at, as of one moment, from the mirror alone.
import type { AttentionCheck } from "../../bff/attention.ts";
import type { AttentionFacts } from "../../insight/attention-facts.ts";
import { actionsToCompare } from "../../insight/attention-failing.ts";
import { isInterruption } from "../../insight/interruption.ts";
import {
  countFailedInputs,
  countVersions,
  groupFailures,
  oldestOpenRuns,
  usualOfActions,
} from "../store/attention-runs.ts";
import type { Database } from "../store/database.ts";
import { rollupWidths } from "../store/rollups.ts";
import { readVerdicts } from "./attention-verdicts.ts";
import { completenessOf } from "./completeness.ts";
import { readSpikeFacts } from "./spike.ts";

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** Open runs that are judged; beyond it the answer says so. */
const openAtMost = 2_000;
/** Actions whose versions are compared; beyond it the answer says so. */
const comparedAtMost = 50;

type RunFacts = Pick<
  AttentionFacts,
  "fromMs" | "hour" | "day" | "verdicts" | "spike" | "failures" | "inputs" | "open" | "usual"
>;

const bucketOf = (atMs: number, width: number) => Math.floor(atMs / width) * width;

/** What the mirror says of the last hour, and how far that is everything. */
export async function readRunFacts(
  db: Database,
  nowMs: number,
): Promise<{ facts: RunFacts; checks: AttentionCheck[] }> {
  const fromMs = bucketOf(nowMs - hourMs, rollupWidths.fine);
  const [hour, day, failures, open, known, knownDay, spike] = await Promise.all([
    countVersions(db, "fine", fromMs),
    countVersions(db, "coarse", bucketOf(nowMs - dayMs, rollupWidths.coarse)),
    groupFailures(db, fromMs),
    oldestOpenRuns(db, openAtMost),
    completenessOf(db, fromMs, nowMs),
    completenessOf(db, nowMs - dayMs, nowMs),
    readSpikeFacts(db, nowMs),
  ]);
  const toCompare = actionsToCompare({ hour, day });
  const compared = toCompare.slice(0, comparedAtMost);
  const fails = ({ app_name, action_name }: (typeof toCompare)[number]) =>
    hour.some((each) => each.app_name === app_name && each.action_name === action_name && each.failed > 0);
  const cut = failures.flatMap(({ key, example }) => (key !== null && isInterruption(example) ? [key] : []));
  const [inputs, verdicts] = await Promise.all([
    countFailedInputs(db, fromMs, [...new Set(cut)]),
    readVerdicts(
      db,
      {
        failing: compared.filter((action) => fails(action)),
        calm: compared.filter((action) => !fails(action)),
      },
      nowMs,
    ),
  ]);
  const actions = new Map(
    open.map(({ app_name, action_name }) => [
      JSON.stringify([app_name, action_name]),
      { app_name, action_name },
    ]),
  );
  const weekMs = bucketOf(nowMs - 7 * dayMs, rollupWidths.coarse);
  const usual = await usualOfActions(db, [...actions.values()], weekMs);
  const read = known.last_good_at_ms !== null;
  const at = { at_ms: known.last_good_at_ms };
  const check = (
    subject: AttentionCheck["subject"],
    examined: number,
    lack: string | null,
  ): AttentionCheck =>
    read
      ? { ...at, subject, state: lack === null ? "checked" : "partly", examined, why: lack }
      : { ...at, subject, state: "not_checked", examined: null, why: "not_recorded" };
  const lackOf = ({ complete, gaps }: typeof known) => (complete ? null : (gaps[0]?.why ?? "reading_back"));
  const ended = hour.reduce((sum, { finished }) => sum + finished, 0);
  const checks = [
    check("runs", ended, lackOf(known)),
    check("spike", spike.ended, lackOf(knownDay)),
    check("open_runs", open.length, open.length < openAtMost ? null : "too_many"),
    check("versions", compared.length, compared.length < toCompare.length ? "too_many" : lackOf(knownDay)),
  ];
  return {
    facts: { fromMs, hour, day, verdicts, spike: spike.facts, failures, inputs, open, usual },
    checks,
  };
}
