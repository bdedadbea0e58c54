// Recorded invocations as input of the attention rules, at one time.

import type { AttentionCheck } from "../../bff/attention.ts";
import { stepStartMs } from "../../bff/clock-step.ts";
import type { OpenCounts } from "../../bff/stuck-invocations.ts";
import { dayMs, hourMs } from "../../bff/time-units.ts";
import type { Clock } from "../../clock.ts";
import { actionsToCompare } from "../../insight/attention-failing.ts";
import type { AttentionInput, VersionCounts } from "../../insight/attention-input.ts";
import { isInterruption, withoutInterrupted } from "../../insight/interruption.ts";
import type { Database } from "../db/database.ts";
import { readSpikeDetails } from "../insight/spike.ts";
import { completenessOf, readRecordedReach } from "../invocations/completeness.ts";
import { countInterrupted } from "../invocations/failure-counts.ts";
import { countFailedInputs, groupFailures } from "../invocations/invocation-statistics.ts";
import { readOpenInvocations } from "../invocations/open-invocations.ts";
import { sumVersions, versionKey } from "../invocations/rollup-reads.ts";
import { narrowestWidth, rollupWidths } from "../invocations/rollups.ts";
import { readVerdicts } from "./attention-verdicts.ts";

/** The most actions whose versions are compared; more are reported as `too_many`. */
const maxComparedActions = 50;

type InvocationDetails = Pick<
  AttentionInput,
  "fromMs" | "hour" | "day" | "verdicts" | "spike" | "failures" | "inputs" | "open" | "usual" | "openAtMs"
>;

/** Ended invocations that started since `sinceMs` by version, without interrupted ones; from the roll-ups of hours. */
async function sumUninterrupted(db: Database, sinceMs: number): Promise<VersionCounts[]> {
  const [versions, interrupted] = await Promise.all([
    sumVersions(db, { widthMs: rollupWidths.coarse, sinceMs }),
    countInterrupted(db, sinceMs, Number.MAX_SAFE_INTEGER),
  ]);
  const byVersion = Map.groupBy(interrupted, versionKey);
  return versions.map((version) => {
    const cut = (byVersion.get(versionKey(version)) ?? []).reduce((sum, each) => sum + each.invocations, 0);
    const { failed, ended } = withoutInterrupted({ failed: version.failed, ended: version.finished }, cut);
    return { ...version, failed, finished: ended };
  });
}

/** The invocations of the last hour, and checks that report whether their record is complete. */
export async function readInvocationDetails(
  db: Database,
  clock: Pick<Clock, "nowMs" | "monotonicMs">,
): Promise<{ details: InvocationDetails; open: OpenCounts; checks: AttentionCheck[] }> {
  const nowMs = clock.nowMs();
  const reach = await readRecordedReach(db);
  const widthMs = narrowestWidth(nowMs - hourMs, reach.floors.fine_ms);
  const fromMs = stepStartMs(nowMs - hourMs, widthMs);
  const [hour, day, failures, openNow, known, knownDay, spike] = await Promise.all([
    sumVersions(db, { widthMs, sinceMs: fromMs }),
    sumUninterrupted(db, stepStartMs(nowMs - dayMs, rollupWidths.coarse)),
    groupFailures(db, fromMs),
    readOpenInvocations(db, clock, reach),
    completenessOf(db, { sinceMs: fromMs, untilMs: nowMs, nowMs }, reach),
    completenessOf(db, { sinceMs: nowMs - dayMs, untilMs: nowMs, nowMs }, reach),
    readSpikeDetails(db, { nowMs, floors: reach.floors }),
  ]);
  const toCompare = actionsToCompare({ hour, day });
  const compared = toCompare.slice(0, maxComparedActions);
  const isFailing = ({ app_name, action_name }: (typeof toCompare)[number]) =>
    hour.some((each) => each.app_name === app_name && each.action_name === action_name && each.failed > 0);
  const interruptedKeys = failures.flatMap(({ key, example }) =>
    key !== null && isInterruption(example) ? [key] : [],
  );
  const [inputs, verdicts] = await Promise.all([
    countFailedInputs(db, fromMs, [...new Set(interruptedKeys)]),
    readVerdicts(
      db,
      {
        failing: compared.filter((action) => isFailing(action)),
        calm: compared.filter((action) => !isFailing(action)),
      },
      { clock, floors: reach.floors },
    ),
  ]);
  const { open, usual, atMs: openAtMs, counts } = openNow;
  const read = known.last_good_at_ms !== null;
  const at = { at_ms: known.last_good_at_ms };
  const check = (
    subject: AttentionCheck["subject"],
    examined: number,
    missingReason: string | null,
  ): AttentionCheck =>
    read
      ? { ...at, subject, state: missingReason === null ? "checked" : "partly", examined, why: missingReason }
      : { ...at, subject, state: "not_checked", examined: null, why: "not_recorded" };
  const missingReasonOf = ({ complete, gaps }: typeof known) =>
    complete ? null : (gaps[0]?.why ?? "reading_back");
  const ended = hour.reduce((sum, { finished }) => sum + finished, 0);
  const checks = [
    check("invocations", ended, missingReasonOf(known)),
    check("spike", spike.ended, missingReasonOf(knownDay)),
    check(
      "open_invocations",
      open.length,
      open.length < counts.running + counts.queued ? "too_many" : missingReasonOf(known),
    ),
    check(
      "versions",
      compared.length,
      compared.length < toCompare.length ? "too_many" : missingReasonOf(knownDay),
    ),
  ];
  return {
    details: { fromMs, hour, day, verdicts, spike: spike.details, failures, inputs, open, usual, openAtMs },
    open: counts,
    checks,
  };
}
