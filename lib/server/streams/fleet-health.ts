// The upstream's health as a frame that changes only when the state or its error code changes.
import type { UpstreamHealth } from "../../bff/health.ts";
import { isoTime } from "../../clock.ts";
import type { FleetFrame } from "./live-stream.ts";

const upstreamStates = { answering: "ok", failing: "failing", unknown: "unknown" } as const satisfies Record<
  UpstreamHealth["state"],
  FleetFrame["upstream"]
>;

/**
 * Creates a function that returns the current health. `since` is the time of the call that first found the state; a new
 * error code does not change it. Equal health returns the same object.
 */
export function fleetHealth(read: () => UpstreamHealth, nowMs: () => number): () => FleetFrame {
  let last: FleetFrame = { kind: "fleet", upstream: "unknown", code: null, since: null };
  return () => {
    const health = read();
    const upstream = upstreamStates[health.state];
    const code = health.state === "failing" ? (health.code ?? null) : null;
    if (last.upstream !== upstream || last.code !== code) {
      const since = last.upstream === upstream && last.since !== null ? last.since : isoTime(nowMs());
      last = { kind: "fleet", upstream, code, since };
    }
    return last;
  };
}
