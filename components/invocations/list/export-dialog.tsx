"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { ProgressStatus } from "@/components/ui/progress-status";
import { Select } from "@/components/ui/select";
import { dialogButtonsTexts } from "@/components/ui/ui-messages";
import { isRecorded } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import type { BadItem } from "@/lib/queries/bff";
import type { ExportFormat } from "./export-file.ts";
import { exportDialogTexts } from "./invocation-list-on-demand-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import type { RecordRequest } from "./recorded-matching.ts";
import { type ExportState, exportLimit, useExport } from "./use-export.ts";

type Scope = "selection" | "page" | "matching";

const formats = [
  { value: "csv", label: exportDialogTexts.csvForSpreadsheets },
  { value: "json", label: exportDialogTexts.jsonForPrograms },
] as const;

/** Exports invocations to a file: the selected ones, the page, or all that match the filters. */
export function ExportDialog({
  of,
  rows,
  bad = [],
  mayBeMore = false,
  screen,
  record,
  onClose,
}: {
  of: "selection" | "list";
  rows: readonly Invocation[];
  /** Rows of the page that do not match the contract. */
  bad?: readonly BadItem[];
  /** Whether more than `rows` may match. */
  mayBeMore?: boolean;
  /** The filters the rows match; empty for a manual selection. */
  screen: InvocationSearchParams;
  /** The query for all matching rows, if the rows come from the recorder. */
  record?: RecordRequest | undefined;
  onClose: () => void;
}) {
  const [scope, setScope] = useState<Scope>(of === "selection" ? "selection" : "matching");
  const [format, setFormat] = useState<ExportFormat>("csv");
  const { state, zone, start, stop } = useExport();
  const scopes = [
    { value: "matching", label: exportDialogTexts.allMatchesUpTo(formatCount(exportLimit)) },
    { value: "page", label: exportDialogTexts.onThisPage(formatCountOf(rows.length, "invocation")) },
  ] as const;
  const save = () => {
    if (scope === "matching") return void start(format, { screen, record });
    const known = { items: rows, bad, complete: !mayBeMore };
    void start(format, { screen, known });
  };
  const reading = state.stage === "reading";
  const recorded = record !== undefined || rows.some(isRecorded);

  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      width="sm"
      title={
        of === "selection"
          ? exportDialogTexts.export(formatCountOf(rows.length, "invocation"))
          : exportDialogTexts.exportInvocations
      }
      foot={
        state.stage === "saved" ? (
          <Button onClick={onClose}>{exportDialogTexts.close}</Button>
        ) : (
          <>
            <Button onClick={reading ? stop : onClose}>
              {reading ? exportDialogTexts.stop : dialogButtonsTexts.cancel}
            </Button>
            <Button variant="primary" pending={reading} onClick={save}>
              {exportDialogTexts.exportLabel}
            </Button>
          </>
        )
      }
    >
      {state.stage === "saved" ? (
        <Saved state={state} scope={scope} />
      ) : (
        <div className="grid gap-3">
          {of === "selection" ? null : (
            <Field label={exportDialogTexts.invocations}>
              <Select value={scope} onValueChange={setScope} options={scopes} disabled={reading} />
            </Field>
          )}
          <Field
            label={exportDialogTexts.format}
            hint={
              format === "csv"
                ? exportDialogTexts.csvHint(recorded, zone)
                : recorded
                  ? exportDialogTexts.jsonFromHistoryHint
                  : exportDialogTexts.jsonFromApiHint
            }
          >
            <Select value={format} onValueChange={setFormat} options={formats} disabled={reading} />
          </Field>
          {state.stage === "failed" ? <ErrorState error={state.error} shape="strip" /> : null}
          {reading ? (
            <p>
              <ProgressStatus
                text={exportDialogTexts.loaded(formatCountOf(state.count, "invocation"))}
                share={state.count / exportLimit}
              />
            </p>
          ) : null}
        </div>
      )}
    </Dialog>
  );
}

function Saved({ state, scope }: { state: Extract<ExportState, { stage: "saved" }>; scope: Scope }) {
  const { rows, format, fileName } = state;
  return (
    <div role="status" className="grid gap-2">
      <p>
        {exportDialogTexts.savedAs(formatCountOf(rows.items.length, "invocation"))}
        <span className="font-mono text-label break-all">{fileName}</span>
      </p>
      {rows.complete ? null : (
        <p className="text-warn">
          {scope === "page"
            ? exportDialogTexts.onlyThisPage
            : rows.items.some(isRecorded)
              ? exportDialogTexts.historyMayHaveMore(formatCount(exportLimit))
              : exportDialogTexts.mayHaveMore(formatCount(exportLimit))}
        </p>
      )}
      {rows.bad.length === 0 ? null : (
        <p className="text-warn">
          {exportDialogTexts.unreadable(formatCountOf(rows.bad.length, "invocation"), format)}
        </p>
      )}
    </div>
  );
}
