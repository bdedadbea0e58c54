// The open bulk action. It belongs to no view: an invocation that ends can empty the selection, and with it the
// bulk bar, while calls are still pending.

import { BulkAct } from "@/components/bulk-act/bulk-act";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCountOf } from "@/lib/format/numbers";
import { invocationActTexts } from "./bulk-invocation-messages.ts";
import type { BulkKind, Matching } from "./bulk-plan.ts";

export interface BulkRequest {
  kind: BulkKind | "export";
  invocations: readonly Invocation[];
  matching: Matching;
  /** Receives what was not done once it is finished: it stays selected. */
  onSelect: (invocations: readonly Invocation[]) => void;
}

export const invocationAct = new BulkAct<BulkRequest>();

export const reportWaitsMessage = invocationActTexts.seeReport;

/** Progress: `Running 6 invocations again`. */
export const bulkProgressLabels = {
  again: (invocations: number) => invocationActTexts.runningAgain(formatCountOf(invocations, "invocation")),
  cancel: (invocations: number) => invocationActTexts.cancelling(formatCountOf(invocations, "invocation")),
} as const satisfies Record<BulkKind, unknown>;

/** The page unmounts. An act with pending calls is shown again with the page; any other is closed. */
export function leaveBulkPage(): void {
  const { subject, progress } = invocationAct.state() ?? {};
  if (invocationAct.inFlight && progress !== undefined && subject !== undefined && subject.kind !== "export")
    notify.note(
      invocationActTexts.continues(bulkProgressLabels[subject.kind](progress.total)),
      reportWaitsMessage,
    );
  else invocationAct.close();
}
