// The filters of a screen as a question to the dashboard's own record of the runs, and its answer as runs. Pure.

import type * as z from "zod/mini";
import type { RunHistoryQuery, recordedRun } from "@/lib/bff/run-history";
import type { Invocation } from "@/lib/contract/invocations";
import type { ViewPart } from "./invocation-screen.ts";
import { spanMs } from "./span.ts";

/** So many values of one field are answered at most. */
const mostValues = 20;
/** Characters of a payload and an output that are recorded. */
const headLength = 1_000;

/** What the record is asked; undefined when it cannot answer one of the filters. */
export function mirrorQuestion(screen: ViewPart): Omit<RunHistoryQuery, "limit" | "cursor"> | undefined {
  const { deployment_id, query, payload_has, output_has, reason_has } = screen;
  if ([deployment_id, query, payload_has, output_has, reason_has].some((value) => value !== undefined))
    return undefined;
  const lists = {
    status: screen.status,
    app: screen.app_name,
    action: screen.action_name,
    version: screen.version,
    not_status: screen.not_status,
    not_app: screen.not_app_name,
    not_action: screen.not_action_name,
    not_version: screen.not_version,
  };
  if (Object.values(lists).some((values) => (values?.length ?? 0) > mostValues)) return undefined;
  const [over, under] = [spanMs(screen.took_over ?? ""), spanMs(screen.took_under ?? "")];
  const asked = {
    ...lists,
    // Whole milliseconds are recorded: more than 30 s is 30,001 ms and up.
    min_duration_ms: over === undefined ? undefined : Math.floor(over) + 1,
    max_duration_ms: under === undefined ? undefined : Math.max(0, Math.ceil(under) - 1),
    text: screen.text,
  };
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined));
}

const known = (text: string) => (text === "" ? undefined : text);
/** A beginning is not the text: what may have been cut is left out. */
const whole = (head: string | null) => (head === null || head.length >= headLength ? null : head);

/** A recorded run as the table shows runs; payloads and outputs that were not recorded whole are missing. */
export function runOf(run: z.infer<typeof recordedRun>): Invocation {
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
    ...((run.payload_head?.length ?? 0) >= headLength ? { payload_cut: true } : {}),
  };
}

/** Whether a run's payload is longer than what is at hand: it must not be run again from here. */
export const isPayloadCut = (run: Invocation): boolean => "payload_cut" in run && run.payload_cut === true;
