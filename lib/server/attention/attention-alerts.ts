// The open alerts as input of the attention rules, the same as in the alert menu.
import "server-only";
import type { AttentionCheck } from "../../bff/attention.ts";
import type { UpstreamHealth } from "../../bff/health.ts";
import type { AttentionInput } from "../../insight/attention-input.ts";
import { readAlerts } from "../alerts/read-alerts.ts";
import type { Database } from "../db/database.ts";
import { paces } from "../kernel/paces.ts";

const limit = 500;

export async function readAlertDetails(
  db: Database,
  now: { nowMs: number; health: UpstreamHealth },
): Promise<{ details: AttentionInput["alerts"]; check: AttentionCheck }> {
  const { alerts, complete, evaluated_at_ms: atMs } = await readAlerts(db, { state: "open", limit }, now);
  const common = { subject: "alerts", at_ms: atMs } as const;
  // Rules are evaluated every few seconds: an older evaluation is not current.
  const outdated = atMs === null || now.nowMs - atMs > paces.attention.alertsFreshMs;
  const why = outdated ? "not_evaluated" : complete ? null : "too_many";
  return {
    details: { open: alerts, complete },
    check:
      atMs === null
        ? { ...common, state: "not_checked", examined: null, why }
        : { ...common, state: why === null ? "checked" : "partly", examined: alerts.length, why },
  };
}
