"use client";

import { CopyButton } from "@/components/ui/copy-button";
import type { JsonTable } from "@/lib/format/json-scan";
import { copyTextOf, isBranch, pathOf } from "@/lib/format/json-tree";
import { formatCount } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { jsonFooterTexts } from "./json-messages.ts";

const rowHolds = 60;
const shownHere = 10_000;

/** The active value: its path, copy buttons, and a long text in full. */
export function JsonFooter({ table, node }: { table: JsonTable; node: number }) {
  const path = pathOf(table, node);
  const text = isBranch(table, node) ? undefined : copyTextOf(table, node);
  return (
    <div className="border-t border-line">
      {text !== undefined && text.length > rowHolds ? (
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
          tabIndex={0}
          className="focus-inset max-h-40 overflow-auto border-b border-line px-3 py-1.5 font-mono text-label leading-[18px] whitespace-pre-wrap break-all"
        >
          {text.slice(0, shownHere)}
          {text.length > shownHere ? (
            <span className="text-ink-3">
              {jsonFooterTexts.moreCharacters(formatCount(text.length - shownHere))}
            </span>
          ) : null}
        </pre>
      ) : null}
      <div className="flex h-8 items-center gap-1 pr-1 pl-3">
        <span
          className="min-w-0 flex-1 truncate font-mono text-caption text-ink-2"
          title={visibleMarks(path)}
        >
          {visibleMarks(path)}
        </span>
        <span className="text-caption text-ink-3">{jsonFooterTexts.path}</span>
        <CopyButton text={path} label={jsonFooterTexts.copyPath} />
        <span className="text-caption text-ink-3">{jsonFooterTexts.value}</span>
        <CopyButton text={copyTextOf(table, node)} label={jsonFooterTexts.copyValue} />
      </div>
    </div>
  );
}
