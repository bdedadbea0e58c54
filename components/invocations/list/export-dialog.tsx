"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorState } from "@/components/ui/error-state";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { isRecorded } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";
import type { BadItem } from "@/lib/queries/bff";
import { countOf } from "../bulk/bulk-plan.ts";
import type { ExportFormat } from "./export-file.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import type { RecordRequest } from "./recorded-matching.ts";
import { type ExportState, exportLimit, useExport } from "./use-export.ts";

type Scope = "selection" | "page" | "matching";

const formats = [
  { value: "csv", label: "CSV, for spreadsheets" },
  { value: "json", label: "JSON, for programs" },
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
    { value: "matching", label: `All matches, up to the newest ${formatCount(exportLimit)}` },
    { value: "page", label: `The ${countOf(rows.length)} on this page` },
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
      title={of === "selection" ? `Export ${countOf(rows.length)}` : "Export invocations"}
      foot={
        state.stage === "saved" ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <>
            <Button onClick={reading ? stop : onClose}>{reading ? "Stop" : "Cancel"}</Button>
            <Button variant="primary" pending={reading} onClick={save}>
              Export
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
            <Field label="Invocations">
              <Select value={scope} onValueChange={setScope} options={scopes} disabled={reading} />
            </Field>
          )}
          <Field
            label="Format"
            hint={
              format === "csv"
                ? `All fields, with ${recorded ? "payload and output where the history has them" : "the full payload and output"}. Times in ${zone}. Cells that look like formulas start with an apostrophe.`
                : recorded
                  ? "All fields as the history has them, with the filters and the time. Cut payloads and outputs are marked."
                  : "The API's objects, with the filters and the time."
            }
          >
            <Select value={format} onValueChange={setFormat} options={formats} disabled={reading} />
          </Field>
          {state.stage === "failed" ? <ErrorState error={state.error} shape="strip" /> : null}
          {reading ? <p role="status">{countOf(state.count)} loaded…</p> : null}
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
        {countOf(rows.items.length)} saved as{" "}
        <span className="font-mono text-label break-all">{fileName}</span>
      </p>
      {rows.complete ? null : (
        <p className="text-warn">
          {scope === "page"
            ? "Only the matches on this page are in the file."
            : rows.items.some(isRecorded)
              ? `There may be more: the file has up to the newest ${formatCount(exportLimit)}, and the history may have gaps.`
              : `There may be more: the file has the newest ${formatCount(exportLimit)}. Narrow the filters to get the rest.`}
        </p>
      )}
      {rows.bad.length === 0 ? null : (
        <p className="text-warn">
          {countOf(rows.bad.length)} unreadable:{" "}
          {format === "json" ? "under “unreadable” in the file." : "left out. Export as JSON to get them."}
        </p>
      )}
    </div>
  );
}
