// Compares the known sessions of a pool with its configuration.
import "server-only";
import type { Drift } from "../../bff/pool-insight.ts";
import type { Pool } from "../../contract/pools.ts";
import { driftOf } from "../../insight/drift.ts";
import { nameOfPool } from "../../insight/pool-name.ts";
import { sessionsOfPool } from "./sessions-of-pool.ts";

const recordedWithinMs = 10 * 60_000;

/** Never throws for failures of the upstream: unknown sessions give `kind: "unknown"`. */
export async function driftFor(pool: Pool, signal: AbortSignal, nowMs: number): Promise<Drift> {
  const { browser_pool_config: config } = pool;
  const named = { id: pool.id, name: nameOfPool(pool) };
  const known = await sessionsOfPool(named, signal, nowMs - recordedWithinMs);
  if (known.kind === "unknown") return known;
  const differing = known.sessions
    .map((session) => ({
      session_id: session.session_id,
      created_at: session.created_at ?? null,
      fields: driftOf(config, session),
    }))
    .filter(({ fields }) => fields.length > 0);
  return {
    kind: "known",
    source: known.source,
    observed_at_ms: known.observedAtMs,
    compared: known.sessions.length,
    more: known.more,
    differing,
  };
}
