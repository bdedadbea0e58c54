"use client";

import { useMutation } from "@tanstack/react-query";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { ClockTime } from "@/components/ui/relative-time";
import { notify } from "@/components/ui/toast";
import type { Annotation, Timeline, TimelineLogGap } from "@/lib/bff/timeline";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { visibleMarks } from "@/lib/format/visible-marks";
import { paths } from "@/lib/paths";
import { timelineMutations } from "@/lib/queries/timeline";
import { linkClass } from "./timeline-columns.tsx";
import { logRowsTexts } from "./timeline-on-demand-messages.ts";

/** An annotation or a log gap: a row of the combined table. */
export type LogRow =
  | { kind: "annotation"; atMs: number; annotation: Annotation }
  | { kind: "gap"; atMs: number; gap: TimelineLogGap };

export const logRowKey = (row: LogRow): string =>
  row.kind === "annotation"
    ? row.annotation.id
    : `${row.gap.session_id}/${row.gap.source}/${row.gap.log}/${row.gap.to_ms}`;

/** Annotations and log gaps in one order, newest first. */
export const logRowsOf = ({ annotations, log_gaps: gaps }: Timeline): readonly LogRow[] =>
  [
    ...annotations.items.map(
      (annotation): LogRow => ({ kind: "annotation", atMs: annotation.at_ms, annotation }),
    ),
    ...gaps.items.map((gap): LogRow => ({ kind: "gap", atMs: gap.to_ms, gap })),
  ].sort((a, b) => b.atMs - a.atMs);

export const logColumns: readonly Column<LogRow>[] = [
  {
    id: "kind",
    header: logRowsTexts.kind,
    card: "state",
    width: "7rem",
    cell: ({ kind }) => (
      <Badge
        tone={kind === "annotation" ? "neutral" : "warn"}
        glyph={kind === "annotation" ? "triangle" : "dash"}
      >
        {kind === "annotation" ? logRowsTexts.mark : logRowsTexts.logGap}
      </Badge>
    ),
  },
  {
    id: "at",
    header: logRowsTexts.time,
    card: "end",
    width: "12rem",
    cell: ({ atMs }) => <ClockTime at={atMs} withDate />,
  },
  {
    id: "what",
    header: logRowsTexts.what,
    card: "name",
    cell: (row) =>
      row.kind === "annotation" ? (
        <span title={visibleMarks(row.annotation.note)}>{visibleMarks(row.annotation.note)}</span>
      ) : (
        logRowsTexts.linesMissing(row.gap.lines, formatCount(row.gap.lines), row.gap.reason)
      ),
  },
  {
    id: "where",
    header: logRowsTexts.personOrLog,
    card: "note",
    width: "14rem",
    cell: (row) =>
      row.kind === "annotation" ? (
        row.annotation.by
      ) : (
        <>
          {row.gap.log}{" "}
          <Link href={paths.browser(row.gap.session_id)} className={`${linkClass} font-mono`}>
            {shortId(row.gap.session_id)}
          </Link>
        </>
      ),
  },
  {
    id: "act",
    header: logRowsTexts.delete,
    card: "acts",
    width: "8rem",
    cell: (row) => (row.kind === "annotation" ? <RemoveAnnotation annotation={row.annotation} /> : null),
  },
];

/** Removes the operator's own annotation; shows the author of any other. */
function RemoveAnnotation({ annotation }: { annotation: Annotation }) {
  const remove = useMutation({
    ...timelineMutations.deleteAnnotation(),
    onError: (error) => notify.notDone(logRowsTexts.markNotDeleted, error),
  });
  return (
    <Button
      size="sm"
      variant="ghost"
      aria-label={logRowsTexts.deleteMark(annotation.note)}
      pending={remove.isPending}
      disabledReason={annotation.mine ? undefined : logRowsTexts.onlyAuthorCanDelete(annotation.by)}
      onClick={() => remove.mutate(annotation.id)}
    >
      {logRowsTexts.delete}
    </Button>
  );
}
