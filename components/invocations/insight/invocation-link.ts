import { periodHours } from "@/lib/charts/periods";
import { paths } from "@/lib/paths";
import type { Lookback } from "./insight-search-params.ts";

// Escapes a value for the list's filter parameters (see `valueList`).
const written = (value: string | null | undefined) => value?.replace(/[\\,]/g, "\\$&");

/** Link to the failed invocations of an app, action or version; of one failure group by the key of its reason. */
export const failedInvocationsOf = (
  what: { app_name: string | null; action_name?: string | null; version?: string | null },
  past: Lookback | undefined,
  reasonKey?: string,
): string =>
  paths.invocations({
    status: "failed",
    app_name: written(what.app_name),
    version: written(what.version),
    action_name: written(what.action_name),
    since: past && periodHours(past),
    reason_key: reasonKey,
  });
