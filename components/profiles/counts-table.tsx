"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { formatCount } from "@/lib/format/numbers";
import { countsTableTexts } from "./profile-on-demand-messages.ts";
import { namesShown } from "./state-counts.ts";

const rowsAtOnce = 100;
const mask = "••••••";

export interface CountsRow {
  /** A domain or an origin. */
  title: string;
  /** Names of the counted entries: the first ones. */
  names: readonly string[];
  /** In column order; the first is the total. */
  counts: readonly number[];
}

/**
 * Counts per domain or origin, greatest first; a hundred rows at a time, with the names in each on demand.
 */
export function CountsTable({
  caption,
  columns,
  rows,
}: {
  caption: string;
  /** Header of the first column, and of each count. */
  columns: readonly [string, ...string[]];
  rows: readonly CountsRow[];
}) {
  const [shown, setShown] = useState(rowsAtOnce);
  const [title, ...counted] = columns;
  const rest = rows.length - shown;
  return (
    <>
      <table className="w-full">
        <caption className="sr-only">{caption}</caption>
        <thead className="text-label text-ink-3">
          <tr>
            <th className="py-1 pr-2 text-left font-normal">{title}</th>
            {counted.map((name) => (
              <th key={name} className="px-2 py-1 text-right font-normal">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.slice(0, shown).map((row) => (
            <tr key={row.title} className="border-t border-line align-top">
              <td className="min-w-0 py-1 pr-2 break-all">
                <Names row={row} />
              </td>
              {counted.map((name, at) => (
                <td key={name} className="px-2 py-1 text-right font-mono text-label tabular-nums">
                  {formatCount(row.counts[at])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {rest <= 0 ? null : (
        <p className="flex items-center gap-3 text-label text-ink-2">
          <Button size="sm" onClick={() => setShown(shown + rowsAtOnce)}>
            {countsTableTexts.showMore(formatCount(Math.min(rest, rowsAtOnce)))}
          </Button>
          {countsTableTexts.ofShown({ shown: formatCount(shown), total: formatCount(rows.length) })}
        </p>
      )}
    </>
  );
}

function Names({ row: { title, names, counts } }: { row: CountsRow }) {
  const [open, setOpen] = useState(false);
  const [count = 0] = counts;
  if (names.length === 0) return title;
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="cursor-default">{title}</summary>
      {open ? (
        <ul className="mt-1 grid gap-0.5 pl-4 font-mono text-label text-ink-2">
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names repeat, the list does not change
            <li key={at} className="break-all">
              {name} = <span className="text-ink-3">{mask}</span>
            </li>
          ))}
          {count > namesShown ? (
            <li className="text-ink-3">{countsTableTexts.andMore(formatCount(count - namesShown))}</li>
          ) : null}
        </ul>
      ) : null}
    </details>
  );
}
