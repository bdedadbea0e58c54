// Health of the upstream as a whole, from the newest calls.
import "server-only";
import type { UpstreamHealth } from "../../bff/health.ts";
import { perProcess } from "../kernel/per-process.ts";
import type { UpstreamFailure } from "./upstream-failure.ts";

const current = perProcess("upstream-health", (): UpstreamHealth => ({ state: "unknown" }));

/** Records an answer with a 2xx status. */
export function recordSuccess(): void {
  const health = current();
  health.state = "answering";
  health.last_answer_at_ms = Date.now();
  delete health.code;
}

/** Records a failure that concerns the upstream's health or the token; refusals of single requests are ignored. */
export function recordFailure(failure: UpstreamFailure): void {
  if (!failure.unhealthy && failure.code !== "upstream_unauthorized") return;
  const health = current();
  health.state = "failing";
  health.code = failure.code;
  health.last_failure_at_ms = Date.now();
}

/** A copy of the current health; times are epoch milliseconds. */
export const upstreamHealth = (): UpstreamHealth => ({ ...current() });
