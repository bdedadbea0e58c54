import "server-only";
import { activityOf, type SessionActivity } from "../../bff/session-activity.ts";
import { operations } from "../../contract/operations/operations.ts";
import { call } from "../upstream/call.ts";

/** The newest events that are read. */
const maxEvents = 100;

/** The activity of a session by its newest telemetry. Throws an UpstreamFailure. */
export async function sessionActivityOf(id: string, signal: AbortSignal): Promise<SessionActivity> {
  const query = {
    category: ["connection", "control"] as const,
    order: "desc" as const,
    since: new Date(0).toISOString(),
    limit: maxEvents,
  };
  const { value, badItems } = await call(
    operations.listBrowserTelemetryEvents,
    { params: { id }, query: { ...query, category: [...query.category] } },
    { signal },
  );
  const records = value ?? [];
  return activityOf(records, records.length < maxEvents && badItems === 0);
}
