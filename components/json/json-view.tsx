"use client";

import { ChevronsDownUp, ChevronsUpDown, Download, Search, WrapText } from "lucide-react";
import { useEffect, useMemo, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { saveFile } from "@/components/ui/save-file";
import { Skeleton } from "@/components/ui/skeleton";
import { type JsonScan, scanJson, scanNow } from "@/lib/format/json-scan";
import { formatBytes, formatCount } from "@/lib/format/numbers";
import { type BranchToggleRequest, JsonExplorer } from "./json-explorer.tsx";
import { jsonViewTexts } from "./json-messages.ts";
import { JsonRaw } from "./json-raw.tsx";
import { runInSlices } from "./run-in-slices.ts";

const maxHeightPx = 432;
const notTree = jsonViewTexts.notInRawView;

/** Texts of up to this many characters are parsed synchronously, before the first paint. */
const readAtOnce = 100_000;

/**
 * A JSON text of any size as a tree with search, paths and copies, or as raw text. Invalid JSON shows the
 * position of the error and the raw text.
 */
export function JsonView({
  text,
  label,
  fileName = `${label.toLowerCase()}.json`,
}: {
  text: string;
  label: string;
  fileName?: string;
}) {
  const scan = useJsonScan(text);
  const [raw, setRaw] = useState(false);
  const [wrap, setWrap] = useState(true);
  const [searching, setSearching] = useState(false);
  const [branchRequest, setToggleRequest] = useState<BranchToggleRequest>();
  const asTree = !raw && scan?.ok !== false;
  const treeAct = { size: "icon-sm", disabledReason: asTree ? undefined : notTree } as const;
  return (
    <section
      aria-label={label}
      aria-busy={scan === undefined || undefined}
      className="min-w-0 overflow-clip rounded-md border border-line bg-sunk"
    >
      <div className="flex h-9 items-center gap-0.5 border-b border-line pr-1 pl-3">
        <h2 className="min-w-0 flex-1 truncate text-label font-medium text-ink-2">
          {label} <span className="font-normal text-ink-3">{formatBytes(new Blob([text]).size)}</span>
        </h2>
        <IconButton
          {...treeAct}
          label={jsonViewTexts.search(label.toLowerCase())}
          aria-pressed={searching && asTree}
          onClick={() => setSearching(!searching)}
        >
          <Search />
        </IconButton>
        <IconButton
          {...treeAct}
          label={jsonViewTexts.expandAll}
          onClick={() => setToggleRequest({ open: true })}
        >
          <ChevronsUpDown />
        </IconButton>
        <IconButton
          {...treeAct}
          label={jsonViewTexts.collapseAll}
          onClick={() => setToggleRequest({ open: false })}
        >
          <ChevronsDownUp />
        </IconButton>
        {asTree ? null : (
          <IconButton
            label={jsonViewTexts.wrapLines}
            size="icon-sm"
            aria-pressed={wrap}
            onClick={() => setWrap(!wrap)}
          >
            <WrapText />
          </IconButton>
        )}
        <Button
          size="sm"
          variant="ghost"
          aria-pressed={!asTree}
          disabledReason={scan?.ok === false ? jsonViewTexts.noTree : undefined}
          onClick={() => setRaw(!raw)}
        >
          {jsonViewTexts.raw}
        </Button>
        <IconButton
          label={jsonViewTexts.download(label.toLowerCase())}
          size="icon-sm"
          onClick={() => saveFile(new Blob([text], { type: "application/json" }), fileName)}
        >
          <Download />
        </IconButton>
        <CopyButton text={text} label={jsonViewTexts.copy(label.toLowerCase())} />
      </div>
      <Notes scan={scan} />
      {!asTree ? (
        <JsonRaw text={text} label={label} wrap={wrap} maxHeightPx={maxHeightPx} />
      ) : scan?.ok ? (
        <JsonExplorer
          table={scan.table}
          label={label}
          maxHeightPx={maxHeightPx}
          // Reserves the height of a long text while it loads, so that content below does not move.
          minHeightPx={text.length > readAtOnce ? maxHeightPx : 0}
          branchRequest={branchRequest}
          searching={searching}
          onSearching={setSearching}
        />
      ) : (
        <div style={{ height: maxHeightPx + 33 }} className="p-3">
          <Skeleton className="h-full" />
        </div>
      )}
    </section>
  );
}

function Notes({ scan }: { scan: JsonScan | undefined }) {
  const note = scan === undefined ? undefined : noteOf(scan);
  return note === undefined ? null : (
    <p className="border-b border-line px-3 py-1 text-caption text-warn">{note}</p>
  );
}

function noteOf(scan: JsonScan): string | undefined {
  if (!scan.ok) return jsonViewTexts.expectedAtCharacter(scan.expected, formatCount(scan.at + 1));
  const { size } = scan.table.repeated;
  if (size === 0) return undefined;
  return size === 1 ? jsonViewTexts.oneNameRepeated : jsonViewTexts.namesRepeated(formatCount(size));
}

/** A parsed JSON text; undefined while a long one is still being parsed. */
function useJsonScan(text: string): JsonScan | undefined {
  const short = useMemo(() => (text.length <= readAtOnce ? scanNow(text) : undefined), [text]);
  const [long, setLong] = useState<{ of: string; scan: JsonScan }>();
  useEffect(() => {
    if (text.length <= readAtOnce) return;
    const stop = new AbortController();
    void runInSlices(scanJson(text), { signal: stop.signal }).then((scan) => {
      if (scan !== undefined && !stop.signal.aborted) setLong({ of: text, scan });
    });
    return () => stop.abort();
  }, [text]);
  return short ?? (long?.of === text ? long.scan : undefined);
}
