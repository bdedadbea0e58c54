import type { BulkProgress } from "@/components/layout/bulk-run";
import { formatCount } from "@/lib/format/numbers";
import { type BulkAct, countOf } from "./bulk-plan.ts";

/** What is being done: `Running 6 runs again`. */
export const doingWords = {
  again: (runs: number) => `Running ${countOf(runs)} again`,
  cancel: (runs: number) => `Cancelling ${countOf(runs)}`,
} as const satisfies Record<BulkAct, unknown>;

/** What came of it: `5 runs invoked again, 1 failed, 2 not sent`. */
export function summaryOf(
  act: BulkAct,
  { done, failures, unsent }: Pick<BulkProgress, "done" | "failures" | "unsent">,
  skipped: number,
): string {
  const parts = [
    `${countOf(done.length)} ${act === "again" ? "invoked again" : "cancelled"}`,
    failures.length === 0 ? undefined : `${formatCount(failures.length)} failed`,
    unsent.length === 0 ? undefined : `${formatCount(unsent.length)} not sent`,
    skipped === 0 ? undefined : `${formatCount(skipped)} skipped`,
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}
