import { paths } from "@/lib/paths";
import { type Past, pastFacts } from "./insight-screen.ts";

// As the run table writes a list of one.
const written = (value: string | null | undefined) => value?.replace(/[\\,]/g, "\\$&");

/** The run table with only the failed runs of an app, action or version. */
export const failedRunsOf = (
  what: { app_name: string | null; action_name?: string | null; version?: string | null },
  past: Past | undefined,
): string =>
  paths.invocations({
    status: "failed",
    app_name: written(what.app_name),
    version: written(what.version),
    action_name: written(what.action_name),
    since: past === undefined ? undefined : pastFacts[past].since,
  });
