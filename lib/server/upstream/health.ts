// Health of the upstream as a whole, from the newest calls.
import "server-only";
import type { UpstreamHealth } from "../../bff/health.ts";
import { systemClock } from "../../clock.ts";
import { paces } from "../kernel/paces.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { UpstreamFailure } from "./upstream-failure.ts";

const current = perProcess("upstream-health", (): { health: UpstreamHealth; recordedMs: number } => ({
  health: { state: "unknown" },
  /** By the monotonic clock. */
  recordedMs: 0,
}));

function record(change: (health: UpstreamHealth) => void): void {
  const state = current();
  change(state.health);
  state.recordedMs = systemClock.monotonicMs();
}

/** Records an answer with a 2xx status. */
export function recordSuccess(): void {
  record((health) => {
    health.state = "answering";
    health.last_answer_at_ms = Date.now();
    delete health.code;
  });
}

/** Records a failure that concerns the upstream's health or the token; refusals of single requests are ignored. */
export function recordFailure(failure: UpstreamFailure): void {
  if (!failure.unhealthy && failure.code !== "upstream_unauthorized") return;
  record((health) => {
    health.state = "failing";
    health.code = failure.code;
    health.last_failure_at_ms = Date.now();
  });
}

/** A copy of the current health; times are epoch milliseconds. */
export const upstreamHealth = (): UpstreamHealth => ({ ...current().health });

/** The state by the calls of the last minute: a replica that makes none does not know it. */
export function recentUpstreamState(): UpstreamHealth["state"] {
  const { health, recordedMs } = current();
  return systemClock.monotonicMs() - recordedMs > paces.upstream.knownForMs ? "unknown" : health.state;
}
