"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Download, RotateCw, X } from "lucide-react";
import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button, IconButton } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";
import { bulkBarTexts } from "./bulk-invocation-messages.ts";
import { countOf, type Matching, planOf, selectionText } from "./bulk-plan.ts";
import { invocationAct } from "./invocation-act.ts";

/** Actions on the selected invocations, of which there is at least one. Their dialogs are rendered by `InvocationTableActions`. */
export function BulkBar({
  selected,
  matching,
  onClear,
}: {
  selected: readonly Invocation[];
  matching: Matching;
  onClear: () => void;
}) {
  const roleReason = useRoleReason("operator");
  const connection = useQuery({ ...sessionQueries.connection(), staleTime: paces.stale.slowMs }).data?.data;
  const tooMany =
    selected.length > bulkBounds.most
      ? bulkBarTexts.selectUpInvocationsSelected(formatCount(bulkBounds.most), formatCount(selected.length))
      : undefined;
  const cannotCancel =
    connection?.capabilities[invocationOperations.updateInvocation.id] === "absent"
      ? bulkBarTexts.thisApiCannotCancelInvocations
      : planOf("cancel", selected).invocations.length === 0
        ? bulkBarTexts.noneSelectedInvocationsQueuedRunning
        : undefined;

  const copy = async () => {
    const isCopied = await copyText(selected.map(({ id }) => id).join("\n"));
    if (isCopied) notify.done(bulkBarTexts.copiedTheIdsOf(countOf(selected.length)));
  };
  const ask = (kind: "again" | "cancel" | "export") =>
    invocationAct.open({ kind, invocations: selected, matching, onDone: onClear });

  return (
    <section
      aria-label={bulkBarTexts.selectedInvocations}
      className="sticky bottom-11 z-20 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-enter max-sm:bottom-[calc(8px+max(var(--tray-height,0px),var(--acts-height,36px)))]"
    >
      <div className="min-w-0">
        <p role="status" className="font-medium">
          {selectionText(selected, matching)}
        </p>
        {tooMany === undefined ? null : <p className="text-caption text-warn">{tooMany}</p>}
      </div>
      <div className="flex flex-wrap items-center gap-1.5">
        <Button disabledReason={roleReason ?? tooMany} onClick={() => ask("again")}>
          <RotateCw aria-hidden="true" />
          {bulkBarTexts.runAgain}
        </Button>
        <Button
          variant="danger"
          disabledReason={roleReason ?? tooMany ?? cannotCancel}
          onClick={() => ask("cancel")}
        >
          {bulkBarTexts.cancel}
        </Button>
        <Button onClick={() => void copy()}>
          <Copy aria-hidden="true" />
          {bulkBarTexts.copyIds}
        </Button>
        <Button onClick={() => ask("export")}>
          <Download aria-hidden="true" />
          {bulkBarTexts.export}
        </Button>
        <IconButton label={bulkBarTexts.clearSelection} onClick={onClear}>
          <X />
        </IconButton>
      </div>
    </section>
  );
}
