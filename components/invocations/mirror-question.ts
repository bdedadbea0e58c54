// The filters of a screen as a question to the dashboard's own record of the runs. Pure.

import type { RunHistoryQuery } from "@/lib/bff/run-history";
import type { ViewPart } from "./invocation-screen.ts";
import { spanMs } from "./span.ts";

/** So many values of one field are answered at most. */
const mostValues = 20;

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
