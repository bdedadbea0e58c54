import { periodHours } from "@/lib/charts/periods";
import { paths } from "@/lib/paths";
import type { Lookback } from "./insight-search-params.ts";

/**
 * Link to the failed invocations of an app, action or version, without interrupted ones; of one failure group by the key of its
 * reason.
 */
export const failedInvocationsOf = (
  what: { app_name: string | null; action_name?: string | null; version?: string | null },
  past: Lookback | undefined,
  reasonKey?: string,
): string =>
  paths.invocations({
    status: "failed",
    app_name: what.app_name,
    version: what.version,
    action_name: what.action_name,
    since: past && periodHours(past),
    reason_key: reasonKey,
    // Figures of versions and spikes do not count these; a group of failures may be of them.
    interrupted: reasonKey === undefined ? "no" : undefined,
  });
