"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { useIsWide } from "@/components/ui/use-is-wide";
import { formatCount } from "@/lib/format/numbers";
import type { DiffLine, DiffRow } from "./diff-rows.ts";
import { invocationDiffTableTexts } from "./invocation-on-demand-messages.ts";

const rowsAtOnce = 1_000;
const maxLine = 1_000;

/** The rows of a comparison: side by side on wide screens, otherwise stacked. */
export function InvocationDiffTable({ label, rows }: { label: string; rows: readonly DiffRow[] }) {
  const isWide = useIsWide();
  const [opened, setOpened] = useState<ReadonlySet<DiffRow>>(() => new Set());
  const [atMost, setAtMost] = useState(rowsAtOnce);
  const lines = rows.flatMap((row) => (row.kind === "fold" && opened.has(row) ? row.rows : [row]));
  return (
    <div className="overflow-x-auto">
      <table className="w-full table-fixed border-collapse font-mono text-label leading-[18px]">
        <caption className="sr-only">{invocationDiffTableTexts.linesOfBoth(label)}</caption>
        <colgroup>
          <col className="w-10" />
          <col />
          {isWide ? (
            <>
              <col className="w-10" />
              <col />
            </>
          ) : null}
        </colgroup>
        <tbody>
          {lines.slice(0, atMost).map((row, index) =>
            row.kind === "fold" ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison do not move
              <tr key={index}>
                <td colSpan={isWide ? 4 : 2} className="border-y border-line bg-raised px-1">
                  <Button size="sm" variant="ghost" onClick={() => setOpened(new Set([...opened, row]))}>
                    {invocationDiffTableTexts.unchangedLines(formatCount(row.rows.length))}
                  </Button>
                </td>
              </tr>
            ) : isWide ? (
              // biome-ignore lint/suspicious/noArrayIndexKey: the rows of one comparison do not move
              <tr key={index}>
                <Cells line={row.left} look={row.kind === "same" ? "same" : "removed"} />
                <Cells line={row.right} look={row.kind === "same" ? "same" : "added"} />
              </tr>
            ) : (
              <Stacked key={row.left?.number ?? `+${row.right?.number}`} row={row} />
            ),
          )}
        </tbody>
      </table>
      {lines.length > atMost ? (
        <Button variant="ghost" onClick={() => setAtMost(atMost + rowsAtOnce)}>
          {invocationDiffTableTexts.showMoreRows(formatCount(lines.length - atMost))}
        </Button>
      ) : null}
    </div>
  );
}

function Stacked({ row }: { row: Exclude<DiffRow, { kind: "fold" }> }) {
  if (row.kind === "same") {
    return (
      <tr>
        <Cells line={row.right} look="same" />
      </tr>
    );
  }
  return (
    <>
      {row.left === undefined ? null : (
        <tr>
          <Cells line={row.left} look="removed" />
        </tr>
      )}
      {row.right === undefined ? null : (
        <tr>
          <Cells line={row.right} look="added" />
        </tr>
      )}
    </>
  );
}

const looks = {
  same: { cell: "", sign: " ", word: "" },
  removed: { cell: "bg-bad-bg text-bad", sign: "−", word: "other invocation: " },
  added: { cell: "bg-ok-bg text-ok", sign: "+", word: "this invocation: " },
} as const;

function Cells({ line, look }: { line: DiffLine | undefined; look: keyof typeof looks }) {
  if (line === undefined) {
    return (
      <>
        <td className="bg-sunk" />
        <td className="bg-sunk" />
      </>
    );
  }
  const { cell, sign, word } = looks[look];
  const { number, text } = line;
  return (
    <>
      <td className="pr-2 text-right align-top text-caption leading-[18px] text-ink-3 select-none">
        {number}
      </td>
      <td className={`align-top whitespace-pre-wrap break-all ${cell}`}>
        <span aria-hidden="true" className="inline-block w-4 text-center select-none">
          {sign}
        </span>
        {word === "" ? null : <span className="sr-only">{word}</span>}
        {text.length > maxLine
          ? invocationDiffTableTexts.cut({
              start: text.slice(0, maxLine),
              characters: formatCount(text.length),
            })
          : text}
      </td>
    </>
  );
}
