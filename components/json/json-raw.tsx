"use client";

import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useMemo, useRef } from "react";
import { formatCount } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { jsonRawTexts } from "./json-messages.ts";
import { longestLine, rawLines } from "./raw-lines.ts";

const linePx = 18;

/** The text as it came, of any length: only visible lines are rendered. */
export function JsonRaw({
  text,
  label,
  wrap,
  maxHeightPx,
}: {
  text: string;
  label: string;
  wrap: boolean;
  maxHeightPx: number;
}) {
  const scroller = useRef<HTMLElement>(null);
  const { begins, cut } = useMemo(() => rawLines(text), [text]);
  const virtual = useVirtualizer({
    count: begins.length - 1,
    getScrollElement: () => scroller.current,
    estimateSize: () => linePx,
    overscan: 6,
    initialRect: { width: 0, height: maxHeightPx },
  });
  // Row heights depend on wrapping.
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured again when the wrapping changes
  useEffect(() => virtual.measure(), [virtual, wrap]);
  return (
    <>
      <section
        ref={scroller}
        aria-label={jsonRawTexts.raw(label)}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
        tabIndex={0}
        style={{ maxHeight: maxHeightPx }}
        className="focus-inset overflow-auto overscroll-contain font-mono text-label leading-[18px] [overflow-anchor:none]"
      >
        <div className="relative my-1.5" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => (
            <div
              key={index}
              data-index={index}
              ref={virtual.measureElement}
              className={`absolute top-0 left-0 min-h-[18px] min-w-full px-3 ${
                wrap ? "w-full whitespace-pre-wrap break-all" : "w-max whitespace-pre"
              }`}
              style={{ transform: `translateY(${start}px)` }}
            >
              {visibleMarks(text.slice(begins[index], begins[index + 1]).replace(/\r?\n$/, ""))}
            </div>
          ))}
        </div>
      </section>
      {cut ? (
        <p className="border-t border-line px-3 py-1 text-caption text-ink-3">
          {jsonRawTexts.longLinesBroken(formatCount(longestLine))}
        </p>
      ) : null}
    </>
  );
}
