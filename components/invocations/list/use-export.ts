"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { saveFile } from "@/components/ui/save-file";
import { useTimeZone } from "@/components/ui/time-zone";
import { presentMs } from "@/lib/present";
import { readMatching } from "@/lib/queries/matching-invocations";
import { sessionQueries } from "@/lib/queries/session";
import { type ExportFormat, type ExportRows, exportFileName, toCsv, toJson } from "./export-file.ts";
import { apiFiltersOf, filterTextOf, type InvocationSearchParams } from "./invocation-search-params.ts";
import { matchingOf } from "./local-filters.ts";
import { type RecordRequest, readRecorded } from "./recorded-matching.ts";

/** How many of the newest matching invocations are read for an export. */
export const exportLimit = 2_000;

export type ExportState =
  | { stage: "asking" }
  | { stage: "reading"; count: number }
  | { stage: "failed"; error: unknown }
  | { stage: "saved"; fileName: string; rows: ExportRows; format: ExportFormat };

/** Input of an export. */
export interface ToExport {
  screen: InvocationSearchParams;
  /** The rows to export; without them all that match the filters are read. */
  known?: ExportRows;
  /** The recorder's query for all matching rows. */
  record?: RecordRequest | undefined;
}

const types = { csv: "text/csv;charset=utf-8", json: "application/json" } as const;

/** Reads the rows to export, formats them and saves the file. */
export function useExport() {
  const client = useQueryClient();
  const { zone } = useTimeZone();
  const environment = useQuery(sessionQueries.current()).data?.data.environment.name;
  const [state, setState] = useState<ExportState>({ stage: "asking" });
  const reading = useRef<AbortController>(undefined);
  useEffect(() => () => reading.current?.abort(), []);

  const read = async ({ screen, record }: ToExport, signal: AbortSignal): Promise<ExportRows> => {
    if (record !== undefined) {
      const { items, complete } = await readRecorded(client, record, exportLimit);
      signal.throwIfAborted();
      return { items, bad: [], complete };
    }
    const onRead = (count: number) => setState({ stage: "reading", count });
    const page = await readMatching(apiFiltersOf(screen), { atMost: exportLimit, signal, onRead });
    const items = matchingOf(page.items, screen, page.observedAtMs);
    return { items, bad: page.bad, complete: page.paging?.hasMore !== true };
  };

  const start = async (format: ExportFormat, what: ToExport) => {
    const { screen, known } = what;
    if (reading.current !== undefined) return;
    const controller = new AbortController();
    reading.current = controller;
    setState({ stage: "reading", count: known?.items.length ?? 0 });
    try {
      const rows = known ?? (await read(what, controller.signal));
      const filters = Object.fromEntries(new URLSearchParams(filterTextOf(screen)));
      const metadata = { exportedAtMs: presentMs(), zone, filters };
      const text = format === "csv" ? await toCsv(rows, metadata) : toJson(rows, metadata);
      if (controller.signal.aborted) return;
      const fileName = exportFileName(metadata, environment ?? "", format);
      saveFile(new Blob([text], { type: types[format] }), fileName);
      setState({ stage: "saved", fileName, rows, format });
    } catch (error) {
      setState(controller.signal.aborted ? { stage: "asking" } : { stage: "failed", error });
    } finally {
      reading.current = undefined;
    }
  };

  return { state, zone, start, stop: () => reading.current?.abort() };
}
