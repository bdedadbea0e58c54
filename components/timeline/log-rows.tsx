import Link from "next/link";
import type { Column } from "@/components/data-table/column";
import { Badge } from "@/components/ui/badge";
import { ClockTime } from "@/components/ui/relative-time";
import type { Mark, Timeline, TimelineLogGap } from "@/lib/bff/timeline";
import { formatCount } from "@/lib/format/numbers";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { RemoveMark } from "./remove-mark.tsx";
import { linkClass } from "./timeline-columns.tsx";

/** A mark or a gap of a log: what stands in one table. */
export type LogRow =
  | { kind: "mark"; atMs: number; mark: Mark }
  | { kind: "gap"; atMs: number; gap: TimelineLogGap };

export const logRowKey = (row: LogRow): string =>
  row.kind === "mark"
    ? row.mark.id
    : `${row.gap.session_id}/${row.gap.source}/${row.gap.log}/${row.gap.to_ms}`;

/** Marks and log gaps in one order, newest first. */
export const logRowsOf = ({ marks, log_gaps: gaps }: Timeline): readonly LogRow[] =>
  [
    ...marks.items.map((mark): LogRow => ({ kind: "mark", atMs: mark.at_ms, mark })),
    ...gaps.items.map((gap): LogRow => ({ kind: "gap", atMs: gap.to_ms, gap })),
  ].sort((a, b) => b.atMs - a.atMs);

export const logColumns: readonly Column<LogRow>[] = [
  {
    id: "kind",
    header: "Kind",
    width: "7rem",
    cell: ({ kind }) => (
      <Badge tone={kind === "mark" ? "neutral" : "warn"} glyph={kind === "mark" ? "triangle" : "dash"}>
        {kind === "mark" ? "mark" : "log gap"}
      </Badge>
    ),
  },
  { id: "at", header: "At, or until", width: "12rem", cell: ({ atMs }) => <ClockTime at={atMs} withDate /> },
  {
    id: "what",
    header: "What",
    cell: (row) =>
      row.kind === "mark" ? (
        <span title={row.mark.note}>{row.mark.note}</span>
      ) : (
        `${row.gap.lines === null ? "An unknown number of" : formatCount(row.gap.lines)} lines missing (${row.gap.reason})`
      ),
  },
  {
    id: "where",
    header: "By, or log",
    width: "14rem",
    cell: (row) =>
      row.kind === "mark" ? (
        row.mark.by
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
    header: "Take back",
    width: "8rem",
    cell: (row) => (row.kind === "mark" ? <RemoveMark mark={row.mark} /> : null),
  },
];
