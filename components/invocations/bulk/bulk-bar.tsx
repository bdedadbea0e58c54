"use client";

import { useQuery } from "@tanstack/react-query";
import { Copy, Download, RotateCw } from "lucide-react";
import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { SelectionBar } from "@/components/bulk-act/selection-bar";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { copyText } from "@/components/ui/copy-text";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { invocationOperations } from "@/lib/contract/operations/invocations";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { sessionQueries } from "@/lib/queries/session";
import { bulkBarTexts } from "./bulk-invocation-messages.ts";
import { type Matching, planOf, selectionText } from "./bulk-plan.ts";
import { invocationAct } from "./invocation-act.ts";

/** Actions on the selected invocations, of which there is at least one. Their dialogs are rendered by `InvocationTableActions`. */
export function BulkBar({
  selected,
  matching,
  onSelect,
}: {
  selected: readonly Invocation[];
  matching: Matching;
  onSelect: (invocations: readonly Invocation[]) => void;
}) {
  const roleReason = useRoleReason("operator");
  const connection = useQuery({ ...sessionQueries.connection(), staleTime: paces.stale.slowMs }).data?.data;
  const tooMany =
    selected.length > bulkBounds.most
      ? bulkBarTexts.tooManySelected({
          most: formatCount(bulkBounds.most),
          selected: formatCount(selected.length),
        })
      : undefined;
  const cannotCancel =
    connection?.capabilities[invocationOperations.updateInvocation.id] === "absent"
      ? bulkBarTexts.apiCannotCancel
      : planOf("cancel", selected).invocations.length === 0
        ? bulkBarTexts.noneQueuedOrRunning
        : undefined;

  const copy = async () => {
    const isCopied = await copyText(selected.map(({ id }) => id).join("\n"));
    if (isCopied) notify.done(bulkBarTexts.copiedTheIdsOf(formatCountOf(selected.length, "invocation")));
  };
  const ask = (kind: "again" | "cancel" | "export") =>
    invocationAct.open({ kind, invocations: selected, matching, onSelect });

  return (
    <SelectionBar
      label={bulkBarTexts.selectedInvocations}
      text={selectionText(selected, matching)}
      note={tooMany}
      onClear={() => onSelect([])}
    >
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
    </SelectionBar>
  );
}
