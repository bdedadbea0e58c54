import { type ProxyHistory, proxyHistoryBounds } from "../../bff/proxies.ts";
import { summaryOf } from "../../insight/check-summary.ts";
import { database } from "../store/database.ts";
import { type CheckRange, readProxyChecks } from "../store/proxy-checks.ts";
import { settleObservations } from "./observe.ts";

/** The recorded checks of a range with their figures; what was just seen is in it. */
export async function readProxyHistory(range: CheckRange, nowMs: number): Promise<ProxyHistory> {
  await settleObservations();
  const { beganAtMs, complete, proxies } = await readProxyChecks(database(), range);
  return {
    since_ms: range.sinceMs,
    until_ms: nowMs,
    began_at_ms: beganAtMs,
    complete,
    proxies: [...proxies].map(([proxyId, marks]) => ({
      proxy_id: proxyId,
      marks: marks.slice(-proxyHistoryBounds.marks),
      summary: summaryOf(marks),
    })),
  };
}
