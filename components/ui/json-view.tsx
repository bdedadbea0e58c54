"use client";

import { useState } from "react";
import { JsonView as Tree } from "react-json-view-lite";
import { formatBytes } from "@/lib/format/numbers";
import { Button } from "./button.tsx";
import { CopyButton } from "./copy-button.tsx";

const maxOpenDepth = 2;
const maxRawLength = 100_000;
const maxTreeLength = 2_000_000;
const maxOpenChildren = 100;

/** A JSON text as a tree and as it came. A text that is no JSON is shown raw with a note; a very large one is cut on
 *  screen (never in the copy) and its branches stay closed until asked for. */
export function JsonView({ text, label }: { text: string; label: string }) {
  const [raw, setRaw] = useState(false);
  const [whole, setWhole] = useState(false);
  const parsed = parse(text);
  const asTree = !raw && parsed !== undefined;
  const cut = !whole && text.length > maxRawLength;
  return (
    <section aria-label={label} className="min-w-0 rounded-md border border-line bg-sunk">
      <div className="flex h-8 items-center gap-2 border-b border-line pr-1 pl-3">
        <span className="min-w-0 flex-1 truncate text-label font-medium text-ink-2">{label}</span>
        <span className="text-truth text-ink-3">{formatBytes(new Blob([text]).size)}</span>
        {parsed === undefined ? (
          <span className="text-truth text-warn">
            {text.length > maxTreeLength ? "too large for a tree" : "not JSON"}
          </span>
        ) : (
          <Button size="sm" variant="ghost" aria-pressed={raw} onClick={() => setRaw(!raw)}>
            Raw
          </Button>
        )}
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
      <div className="max-h-96 overflow-auto p-3 font-mono text-label leading-[18px]">
        {asTree ? (
          <Value value={parsed.value} label={label} />
        ) : (
          <pre className="whitespace-pre-wrap break-all">{cut ? text.slice(0, maxRawLength) : text}</pre>
        )}
        {!asTree && cut ? (
          <Button size="sm" className="mt-2" onClick={() => setWhole(true)}>
            Show all {formatBytes(text.length)}
          </Button>
        ) : null}
      </div>
    </section>
  );
}

function Value({ value, label }: { value: unknown; label: string }) {
  if (typeof value === "object" && value !== null) {
    return (
      <Tree
        data={value}
        aria-label={label}
        clickToExpandNode
        compactTopLevel={false}
        style={treeStyle}
        shouldExpandNode={openAtFirst}
      />
    );
  }
  if (typeof value === "string")
    return <span className="whitespace-pre-wrap break-words text-ok">{JSON.stringify(value)}</span>;
  return <span className="text-running">{String(value)}</span>;
}

function openAtFirst(level: number, value: unknown): boolean {
  if (level >= maxOpenDepth) return false;
  const size = typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  return size <= maxOpenChildren;
}

function parse(text: string): { readonly value: unknown } | undefined {
  if (text.length > maxTreeLength) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

const toggleClass =
  "-ml-4 mr-1 inline-block w-3 cursor-pointer text-center text-ink-3 select-none hover:text-ink focus-visible:outline-2";

const treeStyle = {
  container: "min-w-0",
  basicChildStyle: "pl-4 list-none",
  childFieldsContainer: "m-0 p-0",
  label: "mr-1.5 text-accent",
  clickableLabel: "mr-1.5 cursor-pointer text-accent",
  nullValue: "text-ink-3",
  undefinedValue: "text-ink-3",
  numberValue: "text-running",
  stringValue: "text-ok break-words whitespace-pre-wrap",
  booleanValue: "text-queued",
  otherValue: "text-ink",
  punctuation: "text-ink-3",
  expandIcon: `${toggleClass} before:content-['▸']`,
  collapseIcon: `${toggleClass} before:content-['▾']`,
  collapsedContent: "text-ink-3 before:content-['…']",
  noQuotesForStringValues: false,
  quotesForFieldNames: true,
  stringifyStringValues: true,
  ariaLables: { collapseJson: "Collapse", expandJson: "Expand" },
} as const;
