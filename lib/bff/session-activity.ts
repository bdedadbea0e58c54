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

/** What was counted of a session's events up to now. */
interface CountedActivity {
  readonly clients: number;
  readonly lastActiveMs: number | null;
}

export const noActivity: CountedActivity = { clients: 0, lastActiveMs: null };

/**
 * Calls of the API that use a session, by the ids of their operations: control of its computer, code and requests that its
 * browser runs. Others, such as reading its files, do not count (the API's documentation on standby).
 */
export const usingOperations: ReadonlySet<string> = new Set([
  ...["readClipboard", "writeClipboard", "clickMouse", "moveMouse", "dragMouse", "pressKey", "scrollMouse"],
  ...["typeText", "setCursor", "getMousePosition", "batchComputer", "takeScreenshot"],
  ...["executePlaywright", "curlBrowser"],
]);

const calledOperation = z.object({ operation_id: z.string() });

function isUse({ type, data }: TelemetryRecord["event"]): boolean {
  if (type !== "api_call") return false;
  const { success, data: called } = calledOperation.safeParse(data);
  return success && usingOperations.has(called.operation_id);
}

/** The activity after one more event. `isReused`: it is counted from the release of a pool's browser on, or may be. */
export function withEvent(
  before: CountedActivity,
  event: TelemetryRecord["event"],
  isReused = false,
): CountedActivity {
  const { type, ts } = event;
  const step = steps[type];
  if (step === undefined && !isUse(event)) return before;
  // The end of a client whose beginning was not counted is that of one of the holder before.
  if (step === -1 && isReused && before.clients === 0) return before;
  return {
    clients: Math.max(0, before.clients + (step ?? 0)),
    lastActiveMs: step === 1 ? before.lastActiveMs : Math.floor(ts / 1_000),
  };
}

/** `isWhole`: no event is missing from the session's begin on; else clients may be connected that were not counted. */
export const toActivity = (
  { clients, lastActiveMs }: CountedActivity,
  isWhole: boolean,
): SessionActivity => ({
  clients: clients === 0 && !isWhole ? null : clients,
  last_active_ms: lastActiveMs,
});

/**
 * The activity that a session's events of the categories `connection` and `control` show. `isWhole`: none is missing
 * from its begin on. `isPools`: the session is a pool's browser, which may have had a holder before; its events were
 * deleted with its release. The rule of the timeout is that of the API's documentation: it runs while no client is
 * connected and no control request is in flight.
 */
export const activityOf = (
  records: readonly TelemetryRecord[],
  isWhole: boolean,
  isPools = false,
): SessionActivity =>
  toActivity(
    records
      .toSorted((one, other) => one.seq - other.seq)
      .reduce((activity, { event }) => withEvent(activity, event, isPools && isWhole), noActivity),
    isWhole,
  );
