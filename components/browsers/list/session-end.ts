import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { parseInstant } from "@/lib/format/rfc3339";

/** A session without clients waits so long before its timeout begins (the API's documentation on standby). */
const standbyMs = 5_000;

/** When a session ends by itself, in epoch milliseconds; undefined while it has a client, and when that is not known. */
export function endsAtMs(
  { created_at: createdAt, timeout_seconds: timeoutSeconds }: Browser,
  activity: SessionActivity | null | undefined,
): number | undefined {
  if (!timeoutSeconds || activity?.clients !== 0) return undefined;
  const idleSinceMs = activity.last_active_ms ?? parseInstant(createdAt ?? "")?.epochMs;
  return idleSinceMs === undefined ? undefined : idleSinceMs + standbyMs + timeoutSeconds * 1_000;
}
