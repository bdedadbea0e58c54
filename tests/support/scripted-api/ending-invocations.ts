// Invocations that begin and end by themselves, as the sample application's search does: one with a query succeeds.
import type { Invocation } from "../../../lib/contract/invocations.ts";
import type { ScriptedRecords } from "./scripted-records.ts";

/** New invocations run for `lastsMs` and then succeed, or fail if the payload has no query. */
export function endInvocationsByThemselves(records: ScriptedRecords, lastsMs = 100): void {
  const change = (id: string, to: Partial<Invocation>) => {
    const now = records.invocations.get(id);
    if (now?.status === "queued" || now?.status === "running") records.invocations.set(id, { ...now, ...to });
  };
  records.onInvoke = ({ id, payload }) => {
    change(id, { status: "running" });
    setTimeout(() => {
      const finished_at = new Date().toISOString();
      if (payload?.includes('"query"')) change(id, { status: "succeeded", finished_at, output: "[]" });
      else
        change(id, { status: "failed", finished_at, status_reason: "bad input: payload.query is missing" });
    }, lastsMs);
  };
}
