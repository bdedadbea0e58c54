import type { AuditEntry } from "@/lib/bff/audit";
import { formatDuration } from "@/lib/format/duration";
import { formatClock } from "@/lib/format/full-time";
import { shortId } from "@/lib/format/short-id";
import type { SessionSpan, StateSpan } from "./timeline-model.ts";

const clock = (atMs: number, zone: string) => formatClock(atMs, zone, "ms");
const lasted = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => formatDuration(toMs - fromMs);

/** A state as text: `running from 03:08:41.218, 12.4 s so far`. */
export function stateText(span: StateSpan, zone: string): string {
  return `${span.status} from ${clock(span.fromMs, zone)}, ${lasted(span)}${span.goesOn ? " so far" : ""}`;
}

/** A session's period as text; without a known end, the time of the last response that contained it. */
export function sessionText(span: SessionSpan, zone: string): string {
  const begin = `Session ${shortId(span.id)}, created ${clock(span.fromMs, zone)}`;
  switch (span.now) {
    case "active":
      return `${begin}, active`;
    case "deleted":
      return `${begin}, deleted ${clock(span.toMs, zone)} after ${lasted(span)}`;
    case "left":
      return `${begin}, last seen in this run ${clock(span.toMs, zone)}`;
  }
}

/** An action as text: `ann: updateInvocation, answered 200, "stuck"`. */
export function formatAct({ actor, action, phase, status, code, reason }: AuditEntry): string {
  const answer = status === null ? phase : `${phase} ${status}${code === null ? "" : ` ${code}`}`;
  return `${actor}: ${action}, ${answer}${reason === "" ? "" : `, "${reason}"`}`;
}
