// What the newest calls said about the upstream as a whole.
import "server-only";
import type { UpstreamHealth } from "../../bff/health.ts";
import { perProcess } from "../per-process.ts";
import type { UpstreamFailure } from "./failure.ts";

const kept = () => perProcess("upstream-health", (): UpstreamHealth => ({ state: "unknown" }));

export function noteSuccess(): void {
  const health = kept();
  health.state = "answering";
  health.last_answer_at_ms = Date.now();
  delete health.code;
}

/** A refusal of one request says nothing about health; a refused token and an ill upstream do. */
export function noteFailure(failure: UpstreamFailure): void {
  if (!failure.unhealthy && failure.code !== "upstream_unauthorized") return;
  const health = kept();
  health.state = "failing";
  health.code = failure.code;
  health.last_failure_at_ms = Date.now();
}

export const upstreamHealth = (): UpstreamHealth => ({ ...kept() });
