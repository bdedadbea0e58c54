// The baseline, the simplest working pane: an array of objects in React state, a virtual list over it, a filter as
// search.
import { useVirtualizer } from "@tanstack/react-virtual";
import { type Dispatch, type SetStateAction, useEffect, useMemo, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Contender, WireLine } from "./contender.ts";

const maxLines = 1_000_000;

function BaselinePane({
  onReady,
}: {
  onReady: (setLines: Dispatch<SetStateAction<readonly WireLine[]>>) => void;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const [lines, setLines] = useState<readonly WireLine[]>([]);
  const lastTop = useRef(0);
  const [follow, setFollow] = useState(true);
  const [query, setQuery] = useState("");
  useEffect(() => onReady(setLines), [onReady]);
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => 18,
    overscan: 12,
  });
  useEffect(() => {
    if (follow && lines.length > 0) list.scrollToIndex(lines.length - 1);
  }, [follow, lines, list]);
  const matches = useMemo(() => {
    const wanted = query.toLowerCase();
    return wanted === "" ? 0 : lines.filter(({ text }) => text.toLowerCase().includes(wanted)).length;
  }, [lines, query]);
  return (
    <>
      <input aria-label="Find" value={query} onChange={(event) => setQuery(event.target.value)} />
      <output>{matches}</output>
      <div
        ref={scroller}
        data-scroller=""
        className="min-h-0 flex-1 overflow-auto font-mono text-label leading-[18px]"
        onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
          if (scrollTop < lastTop.current) setFollow(false);
          else if (scrollTop + clientHeight >= scrollHeight - 2) setFollow(true);
          lastTop.current = scrollTop;
        }}
      >
        <div className="relative" style={{ height: list.getTotalSize() }}>
          {list.getVirtualItems().map(({ key, index, start }) => (
            <div
              key={key}
              className="absolute top-0 left-0 h-[18px] whitespace-pre"
              style={{ transform: `translateY(${start}px)` }}
            >
              <time className="mr-3">{lines[index]?.at.slice(11, 23)}</time>
              {lines[index]?.text}
            </div>
          ))}
        </div>
      </div>
    </>
  );
}

export function mountBaselinePane(host: HTMLElement): Contender {
  let setLines: Dispatch<SetStateAction<readonly WireLine[]>> = () => {};
  const onReady = (setter: typeof setLines) => {
    setLines = setter;
  };
  flushSync(() => createRoot(host).render(<BaselinePane onReady={onReady} />));
  const find = (selector: string): HTMLElement => {
    const element = host.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`The list has no ${selector}.`);
    return element;
  };
  return {
    take(lines) {
      setLines((previous) => [...previous, ...lines].slice(-maxLines));
    },
    scroller: () => find("[data-scroller]"),
    openFind: () => find("input").focus(),
    matches: () => Number(find("output").textContent),
  };
}
