// The upstream's health as a frame. It changes when the state or its reason does, not with every call.
import type { UpstreamHealth } from "../../bff/health.ts";
import { isoTime } from "./clock.ts";
import type { FleetFrame } from "./live-stream.ts";

const words = { answering: "ok", failing: "failing", unknown: "unknown" } as const satisfies Record<
  UpstreamHealth["state"],
  FleetFrame["upstream"]
>;

/** Makes the function that tells the present health; it remembers when the state was first seen to hold. */
export function fleetHealth(read: () => UpstreamHealth, nowMs: () => number): () => FleetFrame {
  let told: FleetFrame = { kind: "fleet", upstream: "unknown", code: null, since: null };
  return () => {
    const health = read();
    const upstream = words[health.state];
    const code = health.state === "failing" ? (health.code ?? null) : null;
    if (told.upstream !== upstream || told.code !== code) {
      const since = told.upstream === upstream && told.since !== null ? told.since : isoTime(nowMs());
      told = { kind: "fleet", upstream, code, since };
    }
    return told;
  };
}
