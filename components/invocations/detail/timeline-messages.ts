import { type AuditEntry, idInTarget, partsInPool, restOfTarget } from "@/lib/bff/audit";
import { actText } from "@/lib/format/act-messages";
import { formatDuration } from "@/lib/format/duration";
import { formatClock } from "@/lib/format/full-time";
import { idPattern, shortId } from "@/lib/format/short-id";
import type { SessionSpan, StateSpan } from "./timeline-model.ts";

const clock = (atMs: number, zone: string) => formatClock(atMs, zone, "ms");
const lasted = ({ fromMs, toMs }: { fromMs: number; toMs: number }) => formatDuration(toMs - fromMs);

/** A state as text: `running from 03:08:41.218, 12.4 s so far`. */
export function stateText(span: StateSpan, zone: string): string {
  return `${span.status} from ${clock(span.fromMs, zone)}, ${lasted(span)}${span.goesOn ? " so far" : ""}`;
}

/** A session's period as text; without a known end, the time of the last response that contained it, or of the first. */
export function sessionText(span: SessionSpan, zone: string): string {
  const begin = `Browser ${span.name || shortId(span.id)}, created ${clock(span.fromMs, zone)}`;
  switch (span.now) {
    case "active":
      return `${begin}, active`;
    case "deleted":
      return `${begin}, ended ${clock(span.toMs, zone)} after ${lasted(span)}`;
    case "left":
      return span.firstSeenMs === undefined
        ? `${begin}, last seen ${clock(span.toMs, zone)}`
        : `${begin}, first seen ${clock(span.firstSeenMs, zone)}`;
  }
}

/** An act on the invocation `id` or on a browser of it as text: `ann ended browser htzv5o…ifpbv, "stuck"`. */
export function formatAct(entry: AuditEntry, id: string): string {
  const { actor, action, target, intended_target: intended = target, reason } = entry;
  const failure = failureOf(entry);
  const text = actText(action, intended, failure === undefined ? "done" : "tried");
  // The request to a pool names the pool, that of a release the browser, too; the answer names the browser.
  const released = action === "releaseBrowser" ? partsInPool(intended) : undefined;
  const named = released?.browserId ?? idInTarget(target);
  // How an invocation was ended is in the request, which extensions were loaded in the answer.
  const rest = restOfTarget(target, named) || restOfTarget(intended, named);
  const object = `${named === id ? "it" : `browser ${shortId(named)}`}${rest}`;
  const pool = released?.pool ?? intended;
  // Functions, as commands and names may contain `$&`.
  const done = text.includes(" a browser ")
    ? text
        .replace("{}", () => (idPattern.test(pool) ? shortId(pool) : pool))
        .replace("a browser", () => object)
    : text.replace(/(invocation |browser )?\{\}/, () => object);
  const act = failure === undefined ? done : `tried to ${done}, ${failure}`;
  return `${actor} ${act}${reason === "" ? "" : `, "${reason}"`}`;
}

/** Whether an act was refused or failed. */
export const isRefused = ({ phase, status }: AuditEntry): boolean =>
  phase === "denied" || (status ?? 200) >= 400;

function failureOf(entry: AuditEntry): string | undefined {
  if (entry.phase === "denied") return "refused";
  if (entry.phase === "unknown") return "outcome unknown";
  if (isRefused(entry)) return "failed";
  return entry.phase === "intended" ? "no answer yet" : undefined;
}

/** The operation of an act and its answer: `updateInvocation, answered 200`. */
export function actDetail({ action, phase, status, code }: AuditEntry): string {
  const answer = status === null ? phase : `${phase} ${status}${code === null ? "" : ` ${code}`}`;
  return `${action}, ${answer}`;
}
