// A timeline with one item of every kind, for tests of rendering and export.
import { minuteMs } from "../../../lib/bff/time-units.ts";
import type { Timeline } from "../../../lib/bff/timeline.ts";

export const timelineFromMs = Date.parse("2026-11-21T03:00:00Z");
const at = (minutes: number) => timelineFromMs + minutes * minuteMs;

/** Every text in it that an upstream or an operator may choose is `text`. */
export function timelineOf(text: string): Timeline {
  return {
    from_ms: at(0),
    to_ms: at(60),
    read_at_ms: at(60),
    invocations: {
      total: 2,
      queued: 0,
      running: 0,
      succeeded: 1,
      failed: 1,
      other: 0,
      exact: true,
      bucket_ms: minuteMs,
      buckets: [
        { at_ms: at(5), queued: 0, running: 0, succeeded: 1, failed: 0, other: 0 },
        { at_ms: at(30), queued: 0, running: 0, succeeded: 0, failed: 1, other: 0 },
      ],
      items: [
        {
          id: text,
          app_name: text,
          action_name: text,
          version: text,
          status: "failed",
          started_at_ms: at(30),
          finished_at_ms: at(40),
          reason: text,
          sessions: [text],
        },
        {
          id: "invocation1",
          app_name: "shop",
          action_name: "search",
          version: "v1",
          status: "succeeded",
          started_at_ms: at(5),
          finished_at_ms: at(6),
          reason: null,
          sessions: [],
        },
      ],
      earlier: [],
      complete: true,
      complete_from_ms: at(-600),
    },
    began_at_ms: at(-600),
    sessions: {
      total: 1,
      items: [
        {
          id: text,
          name: text,
          from_ms: at(29),
          until_ms: null,
          last_seen_ms: at(45),
          proxy_id: text,
          invocations: [text],
        },
      ],
    },
    pools: {
      total: 1,
      items: [
        {
          pool_id: text,
          name: text,
          samples: 2,
          unanswered: 1,
          coarse: false,
          points: [
            { at_ms: at(10), available: 2, acquired: 1, size: 4 },
            { at_ms: at(11), available: null, acquired: null, size: null },
            { at_ms: at(12), available: 0, acquired: 3, size: 4 },
          ],
          available_min: 0,
          acquired_max: 3,
          unfilled_max: 1,
        },
      ],
    },
    checks: {
      total: 700,
      items: [
        { proxy_id: text, name: text, at_ms: at(20), status: text, latency_ms: null, source: "operator" },
      ],
    },
    log_gaps: {
      total: 1,
      items: [
        {
          session_id: text,
          source: "path",
          log: text,
          reason: "disconnected",
          lines: null,
          from_ms: at(31),
          to_ms: at(32),
        },
      ],
    },
    annotations: {
      total: 1,
      items: [{ id: "m1", at_ms: at(33), note: text, by: text, mine: true, created_at_ms: at(34) }],
    },
    actions: {
      total: 1,
      items: [
        {
          seq: 9,
          at_ms: at(35),
          actor: text,
          action: "checkProxy",
          target: text,
          reason: text,
          target_name: null,
          outcome: "answered",
          status: 503,
          code: text,
          request_id: text,
        },
      ],
    },
    gaps: {
      total: 1,
      items: [{ list: "invocations", from_ms: at(50), to_ms: at(52), why: text, filled: false }],
    },
  };
}
