// Converts the list's filters to a query of the recorder. Pure.

import { givenFields } from "@/lib/bff/given-fields";
import type { InvocationHistoryQuery } from "@/lib/bff/invocation-history";
import { spanMs } from "./duration-input.ts";
import type { ViewPart } from "./invocation-search-params.ts";

/** The recorder's limit of values per field. */
const maxValuesPerField = 20;

/** The recorder's query; undefined if the recorder lacks one of the filters. */
export function recordQueryOf(
  screen: ViewPart,
): Omit<InvocationHistoryQuery, "limit" | "cursor"> | undefined {
  // The mirror does not have the deployment.
  if (screen.deployment_id !== undefined) return undefined;
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
  if (Object.values(lists).some((values) => (values?.length ?? 0) > maxValuesPerField)) return undefined;
  const [over, under] = [spanMs(screen.took_over ?? ""), spanMs(screen.took_under ?? "")];
  const fields = {
    ...lists,
    // Durations are recorded in whole milliseconds: more than 30 s means at least 30,001 ms.
    min_duration_ms: over === undefined ? undefined : Math.floor(over) + 1,
    max_duration_ms: under === undefined ? undefined : Math.max(0, Math.ceil(under) - 1),
    text: screen.text,
    reason_has: screen.reason_has,
    reason_key: screen.reason_key,
    interrupted: screen.interrupted,
    payload_has: screen.payload_has,
    output_has: screen.output_has,
    query: screen.query,
  };
  return givenFields(fields);
}
