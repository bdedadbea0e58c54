// What keeps a session from its inactivity timeout: clients that are connected to it.
import * as z from "zod/mini";
import type { TelemetryRecord } from "../contract/telemetry.ts";

/** Response of GET /api/browsers/{id}/activity. */
export const sessionActivity = z.object({
  /** Connected DevTools clients and live views; null: not known. */
  clients: z.nullable(z.int()),
  /** When the last client left or the last control request ended, in epoch milliseconds; null: none is known. */
  last_active_ms: z.nullable(z.int()),
});
export type SessionActivity = z.infer<typeof sessionActivity>;

const steps: Readonly<Record<string, number>> = {
  cdp_connect: 1,
  live_view_connect: 1,
  cdp_disconnect: -1,
  live_view_disconnect: -1,
};

/**
 * The activity that a session's events of the categories `connection` and `control` show. `isWhole`: none is missing
 * from its begin on. The rule of the timeout is that of the API's documentation: it runs while no client is connected and
 * no control request is in flight.
 */
export function activityOf(records: readonly TelemetryRecord[], isWhole: boolean): SessionActivity {
  let clients = 0;
  let lastActiveMs: number | null = null;
  for (const { event } of records.toSorted((one, other) => one.seq - other.seq)) {
    const step = steps[event.type];
    if (step === undefined && event.type !== "api_call") continue;
    clients = Math.max(0, clients + (step ?? 0));
    if (step !== 1) lastActiveMs = Math.floor(event.ts / 1_000);
  }
  return { clients: clients === 0 && !isWhole ? null : clients, last_active_ms: lastActiveMs };
}
