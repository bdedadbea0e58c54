"use client";

import { type Pictures, usePictures } from "@/components/pictures/use-pictures";
import { type Invocation, isOpen } from "@/lib/contract/invocations";
import { parseInstant } from "@/lib/format/rfc3339";
import type { InvocationSessions } from "./use-invocation-sessions.ts";

/** Pictures of an invocation are those of its last sessions. */
const mostSessions = 8;

/**
 * The pictures of an invocation's sessions that were taken while it ran: a browser of a pool serves other invocations
 * before and after. None for an invocation whose times are unknown.
 */
export function useInvocationPictures(invocation: Invocation, { seen }: InvocationSessions): Pictures {
  const fromMs = parseInstant(invocation.started_at ?? "")?.epochMs;
  const toMs = parseInstant(invocation.finished_at ?? "")?.epochMs;
  const hasTimes = fromMs !== undefined && (toMs !== undefined || isOpen(invocation));
  const sessions = hasTimes ? seen.slice(-mostSessions) : [];
  return usePictures(
    sessions.map(({ browser }) => ({
      session_id: browser.session_id,
      ...(fromMs === undefined ? {} : { from_ms: Math.floor(fromMs) }),
      ...(toMs === undefined ? {} : { to_ms: Math.ceil(toMs) }),
    })),
    toMs,
  );
}
