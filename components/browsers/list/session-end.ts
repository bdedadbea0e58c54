import type { SessionActivity } from "@/lib/bff/session-activity";
import type { Browser } from "@/lib/contract/browsers";
import { parseInstant } from "@/lib/format/rfc3339";

/** A session without clients waits so long before its timeout begins (the API's documentation on standby). */
const standbyMs = 5_000;

/**
 * When a session ends by itself, in epoch milliseconds; undefined while it has a client, and when that is not known: the
 * time of a pool's browser begins with its acquisition, which the API does not say.
 */
export function endsAtMs(
  { created_at: createdAt, timeout_seconds: timeoutSeconds, pool }: Browser,
  activity: SessionActivity | null | undefined,
): number | undefined {
  if (!timeoutSeconds || activity?.clients !== 0) return undefined;
  const begunMs = pool ? undefined : parseInstant(createdAt ?? "")?.epochMs;
  const idleSinceMs = activity.last_active_ms ?? begunMs;
  return idleSinceMs === undefined ? undefined : idleSinceMs + standbyMs + timeoutSeconds * 1_000;
}
