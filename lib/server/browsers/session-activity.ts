import "server-only";
import { activityOf, type SessionActivity } from "../../bff/session-activity.ts";
import { operations } from "../../contract/operations/operations.ts";
import type { TelemetryEventsQuery } from "../../contract/telemetry.ts";
import type { Database } from "../db/database.ts";
import { lastPoolsOf } from "../inventory/recorded-sessions.ts";
import { call } from "../upstream/call.ts";

/** The newest events that are read. */
const maxEvents = 100;

/** The activity of a session by its newest telemetry. Throws an UpstreamFailure. */
export async function sessionActivityOf(
  db: Database,
  id: string,
  signal: AbortSignal,
): Promise<SessionActivity> {
  const query: TelemetryEventsQuery = {
    category: ["connection", "control"],
    order: "desc",
    limit: maxEvents,
  };
  const input = { params: { id }, query };
  const [{ value, badItems }, pools] = await Promise.all([
    call(operations.listBrowserTelemetryEvents, input, { signal }),
    lastPoolsOf(db, [id]),
  ]);
  const records = value ?? [];
  return activityOf(records, records.length < maxEvents && badItems === 0, pools.has(id));
}
