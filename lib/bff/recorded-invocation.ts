// A run as the dashboard's own record keeps it, in the form in which the API tells runs.
import type * as z from "zod/mini";
import type { Invocation } from "../contract/invocations.ts";
import type { recordedRun } from "./run-history.ts";

/** Characters of a payload, an output and a reason that are recorded. */
export const recordedHead = 1_000;

type Recorded = Omit<z.infer<typeof recordedRun>, "sessions" | "open">;

const known = (text: string) => (text === "" ? undefined : text);
const isCut = (head: string | null) => (head?.length ?? 0) >= recordedHead;
/** A beginning is not the text: what may have been cut is left out. */
const whole = (head: string | null) => (isCut(head) ? null : head);

/** A recorded run as the API would tell it; what was not recorded whole is missing, and marked as such. */
export function invocationOf(run: Recorded): Invocation {
  const { started_at_ms, finished_at_ms } = run;
  return {
    id: run.id,
    app_name: known(run.app_name),
    action_name: known(run.action_name),
    version: known(run.version),
    status: known(run.status),
    started_at: new Date(started_at_ms).toISOString(),
    finished_at: finished_at_ms === null ? null : new Date(finished_at_ms).toISOString(),
    status_reason: run.reason,
    payload: whole(run.payload_head),
    output: whole(run.output_head),
    from_record: true,
    ...(isCut(run.payload_head) ? { payload_cut: true } : {}),
    ...(isCut(run.output_head) ? { output_cut: true } : {}),
  };
}

/** Whether a run is told by the record, which keeps the beginnings of texts. */
export const isRecorded = (run: Invocation): boolean => "from_record" in run && run.from_record === true;

/** Whether a run's payload is longer than what is at hand: it must not be run again from here. */
export const isPayloadCut = (run: Invocation): boolean => "payload_cut" in run && run.payload_cut === true;

/** Whether a run's output is longer than what is at hand. */
export const isOutputCut = (run: Invocation): boolean => "output_cut" in run && run.output_cut === true;
