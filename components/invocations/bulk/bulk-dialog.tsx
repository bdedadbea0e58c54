"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BulkActDialog } from "@/components/bulk-act/bulk-act-dialog";
import { type BulkProgress, bulkBounds, bulkSummary, itemsNotDone } from "@/components/bulk-act/bulk-job";
import { BulkReport, ReportLink, type ReportLinkTarget, ReportPart } from "@/components/bulk-act/bulk-report";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { cancelInvocation, invokeAgain } from "@/lib/queries/invocation-actions";
import { invocationQueries } from "@/lib/queries/invocations";
import { bulkBarTexts, bulkDialogTexts } from "./bulk-invocation-messages.ts";
import { type BulkKind, planOf } from "./bulk-plan.ts";
import { type BulkRequest, bulkProgressLabels, invocationAct, reportWaitsMessage } from "./invocation-act.ts";

const kinds = {
  again: {
    title: (invocations: string) => bulkDialogTexts.runAgain(invocations),
    confirm: (invocations: string) => bulkDialogTexts.runAgainAct(invocations),
    dismiss: undefined,
    none: bulkDialogTexts.noneCanRunAgain,
    done: bulkDialogTexts.runAgainLabel,
    act: invokeAgain,
  },
  cancel: {
    title: (invocations: string) => bulkDialogTexts.cancelQuestion(invocations),
    confirm: (invocations: string) => bulkDialogTexts.cancelNamed(invocations),
    dismiss: bulkDialogTexts.keepRunning,
    none: bulkBarTexts.noneQueuedOrRunning,
    done: "cancelled",
    act: cancelInvocation,
  },
} as const satisfies Record<BulkKind, unknown>;

const link: ReportLinkTarget = (id) => ({ href: paths.invocation(id), name: bulkDialogTexts.invocation(id) });

/** Confirms and runs one action on many invocations. */
export function BulkDialog({ kind, request }: { kind: BulkKind; request: BulkRequest }) {
  const client = useQueryClient();
  const [plan] = useState(() => planOf(kind, request.invocations));
  const { title, confirm, dismiss, none, done, act } = kinds[kind];
  const invocations = formatCountOf(plan.invocations.length, "invocation");
  const summaryOf = (end: BulkProgress, skipped: number) =>
    bulkSummary(`${formatCountOf(end.done.length, "invocation")} ${done}`, end, skipped);

  return (
    <BulkActDialog
      act={invocationAct}
      asking={{
        title: title(invocations),
        form: (
          <ul className="grid gap-1 text-ink-2">
            {plan.effects.map((effect) => (
              <li key={effect}>{effect}</li>
            ))}
          </ul>
        ),
        dismiss,
        confirm: confirm(invocations),
        danger: kind === "cancel",
        whyNot:
          plan.invocations.length === 0
            ? none
            : plan.invocations.length > bulkBounds.most
              ? bulkDialogTexts.tooManySelected(formatCount(bulkBounds.most))
              : undefined,
        draft: `${kind}-invocations-${plan.invocations.map(({ id }) => id).join()}`,
        onConfirm: (reason) =>
          invocationAct.start(plan.invocations, {
            idOf: ({ id }) => id,
            act: (each, batchId) => act(each, reason, batchId),
            onOver: () => void client.invalidateQueries({ queryKey: invocationQueries.all() }),
            toast: (end) => ({ title: summaryOf(end, 0), detail: reportWaitsMessage }),
            reportWaits: true,
          }),
      }}
      doing={bulkProgressLabels[kind](plan.invocations.length)}
      label={bulkDialogTexts.invocationsAnswered}
      countOf={(count) => formatCountOf(count, "invocation")}
      report={(over) => (
        <BulkReport summary={summaryOf(over, plan.skipped)} progress={over} link={link}>
          <NewInvocations progress={over} />
        </BulkReport>
      )}
      onClose={(over) => {
        if (over !== undefined) request.onSelect(itemsNotDone(request.invocations, ({ id }) => id, over));
        invocationAct.close();
      }}
    />
  );
}

function NewInvocations({ progress }: { progress: BulkProgress }) {
  const made = progress.done.flatMap(({ id, result }) => (result === undefined ? [] : [{ id, result }]));
  if (made.length === 0) return null;
  return (
    <ReportPart
      title={bulkDialogTexts.newInvocations}
      copyLabel={bulkDialogTexts.copyIdsOfNewInvocations}
      copyText={made.map(({ result }) => result).join("\n")}
    >
      {made.map(({ id, result }) => (
        <li key={result} className="flex flex-wrap items-center gap-x-2 px-3 py-1">
          <ReportLink id={result} to={link} />
          <span className="text-ink-3">
            {bulkDialogTexts.from}
            <span className="font-mono text-label">{shortId(id)}</span>
          </span>
        </li>
      ))}
    </ReportPart>
  );
}
