"use client";

import { useVirtualizer, type Virtualizer } from "@tanstack/react-virtual";
import clsx from "clsx";
import { File, Folder, Link2 } from "lucide-react";
import { type KeyboardEvent, type ReactNode, type Ref, useEffect, useId, useRef } from "react";
import { NoValue } from "@/components/ui/no-value";
import { RelativeTime } from "@/components/ui/relative-time";
import { Skeleton } from "@/components/ui/skeleton";
import type { FileInfo } from "@/lib/contract/files";
import { formatBytes } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { rowAfter } from "./file-choice.ts";
import { fileListTexts } from "./file-messages.ts";

const rowPx = 32;
const cell = "overflow-hidden px-2.5 whitespace-nowrap";

/** Sorts folders first, then by name. */
export const inOrder = (items: readonly FileInfo[]): FileInfo[] =>
  [...items].sort((a, b) => Number(b.is_dir) - Number(a.is_dir) || (a.name < b.name ? -1 : 1));

/** The files of a folder, with arrow-key navigation; only visible rows are in the DOM. */
export function FileList({
  ref,
  label,
  files,
  place,
  chosen,
  onChoose,
  onOpen,
  onUp,
  onMove,
}: {
  /** The element that handles the keys. */
  ref: Ref<HTMLTableElement>;
  label: string;
  /** Undefined while loading. */
  files: readonly FileInfo[] | undefined;
  /** Index of the active row, whether or not the selected entry is still in it. */
  place: number;
  chosen: FileInfo | undefined;
  onChoose: (file: FileInfo, index: number) => void;
  onOpen: (file: FileInfo) => void;
  onUp: () => void;
  onMove: (file: FileInfo) => void;
}) {
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const count = files?.length ?? 0;
  const rows = useVirtualizer({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowPx,
    overscan: 10,
    // The sticky header takes the height of one row.
    scrollPaddingEnd: rowPx,
  });
  useEffect(() => {
    if (place < count) rows.scrollToIndex(place);
  }, [rows, place, count]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const step = rowAfter(event.key, { at: place, isThere: chosen !== undefined, count });
    const next = step === undefined ? undefined : files?.[step];
    if (step !== undefined && next !== undefined) onChoose(next, step);
    else if (event.key === "Backspace") onUp();
    else if (event.key === "Enter" && chosen !== undefined) onOpen(chosen);
    else if ((event.key === "F2" || event.key === "m") && chosen !== undefined) onMove(chosen);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <div
      ref={scroller}
      className="max-h-[24rem] min-h-32 overflow-y-auto rounded-lg border border-line has-focus-visible:outline-2 has-focus-visible:outline-focus"
    >
      <table
        ref={ref}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows are focused and chosen
        role="grid"
        aria-label={label}
        aria-rowcount={count + 1}
        aria-busy={files === undefined}
        aria-activedescendant={chosen === undefined ? undefined : `${id}-${place}`}
        tabIndex={0}
        className="w-full table-fixed outline-none"
        onKeyDown={onKeyDown}
      >
        <Header />
        <tbody>
          {files === undefined ? <SkeletonRows /> : null}
          <DrawnRows rows={rows}>
            {(index) => {
              const file = files?.[index];
              return file === undefined ? null : (
                <tr
                  key={file.path}
                  id={`${id}-${index}`}
                  aria-rowindex={index + 2}
                  aria-selected={file === chosen}
                  className={clsx("h-8 cursor-default", file === chosen ? "bg-selected" : "hover:bg-hover")}
                  onClick={() => onChoose(file, index)}
                  onDoubleClick={() => onOpen(file)}
                >
                  <Cells file={file} onOpen={onOpen} />
                </tr>
              );
            }}
          </DrawnRows>
        </tbody>
      </table>
      {files !== undefined && count === 0 ? (
        <p className="px-2.5 py-8 text-center text-ink-2">{fileListTexts.thisFolderIsEmpty}</p>
      ) : null}
    </div>
  );
}

function Header() {
  return (
    <thead className="sticky top-0 z-10 bg-bg text-label text-ink-3 shadow-[inset_0_-1px_var(--line)]">
      <tr aria-rowindex={1} className="h-8">
        <th className={`${cell} text-left font-normal`}>{fileListTexts.name}</th>
        <th className={`${cell} w-20 text-right font-normal`}>{fileListTexts.size}</th>
        <th className={`${cell} w-28 text-left font-normal max-sm:hidden`}>{fileListTexts.modified}</th>
        <th className={`${cell} w-26 text-left font-normal max-sm:hidden`}>{fileListTexts.mode}</th>
      </tr>
    </thead>
  );
}

function SkeletonRows() {
  return ["w-24", "w-40", "w-32", "w-20"].map((width) => (
    <tr key={width} className="h-8">
      <td className={cell}>
        <Skeleton className={`h-3 ${width}`} />
      </td>
    </tr>
  ));
}

/** The rows in view, with spacers for the others. */
function DrawnRows({
  rows,
  children,
}: {
  rows: Virtualizer<HTMLDivElement, Element>;
  children: (index: number) => ReactNode;
}) {
  const drawn = rows.getVirtualItems();
  return (
    <>
      <Gap px={drawn[0]?.start ?? 0} />
      {drawn.map(({ index }) => children(index))}
      <Gap px={rows.getTotalSize() - (drawn.at(-1)?.end ?? 0)} />
    </>
  );
}

/** Spacer for the rows that are not rendered. */
function Gap({ px }: { px: number }) {
  return px > 0 ? (
    <tr>
      <td style={{ height: px, padding: 0 }} />
    </tr>
  ) : null;
}

function Cells({ file, onOpen }: { file: FileInfo; onOpen: (file: FileInfo) => void }) {
  const name = visibleMarks(file.name);
  const Icon = file.is_dir ? Folder : file.mode.startsWith("l") ? Link2 : File;
  return (
    <>
      <td className={cell}>
        <span className="flex min-w-0 items-center gap-2">
          <Icon aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
          {file.is_dir ? (
            <button
              type="button"
              tabIndex={-1}
              className="truncate text-left font-medium hover:underline"
              title={name}
              onClick={() => onOpen(file)}
            >
              {name}
            </button>
          ) : (
            <span className="truncate" title={name}>
              {name}
            </span>
          )}
        </span>
      </td>
      <td className={`${cell} text-right font-mono text-label`}>
        {file.is_dir ? <NoValue /> : formatBytes(file.size_bytes)}
      </td>
      <td className={`${cell} max-sm:hidden`}>
        <RelativeTime at={file.mod_time} />
      </td>
      <td className={`${cell} font-mono text-label text-ink-2 max-sm:hidden`}>{file.mode}</td>
    </>
  );
}
