// The open alerts that the rules of attention look at: the same that the bell shows.
import "server-only";
import type { AttentionCheck } from "../../bff/attention.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import type { AttentionFacts } from "../../insight/attention-facts.ts";
import { readAlerts } from "../alerts/read-alerts.ts";
import { paces } from "../paces.ts";
import type { Database } from "../store/database.ts";

const limit = 500;

export async function readAlertFacts(
  db: Database,
  now: { nowMs: number; health: UpstreamHealth },
): Promise<{ facts: AttentionFacts["alerts"]; check: AttentionCheck }> {
  const { alerts, complete, evaluated_at_ms: atMs } = await readAlerts(db, { state: "open", limit }, now);
  const common = { subject: "alerts", at_ms: atMs } as const;
  // The rules are looked at every few seconds: what is older says nothing of now, nor does what is to come.
  const old = atMs === null || Math.abs(now.nowMs - atMs) > paces.attention.alertsFreshMs;
  const why = old ? "not_evaluated" : complete ? null : "too_many";
  return {
    facts: { open: alerts, complete },
    check:
      atMs === null
        ? { ...common, state: "not_checked", examined: null, why }
        : { ...common, state: why === null ? "checked" : "partly", examined: alerts.length, why },
  };
}
