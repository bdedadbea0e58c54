// A published log viewer for React, with its own way of adding lines and its own find.
import { LazyLog } from "@melloware/react-logviewer";
import { createRef } from "react";
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import type { Contender } from "./contender.ts";

export function mountPeerPane(host: HTMLElement): Contender {
  const viewer = createRef<LazyLog>();
  flushSync(() =>
    createRoot(host).render(
      <LazyLog ref={viewer} external follow enableSearch caseInsensitive selectableLines height={800} />,
    ),
  );
  const find = (selector: string): HTMLElement => {
    const element = host.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`The viewer has no ${selector}.`);
    return element;
  };
  const scroller = () => find(".react-lazylog");
  return {
    take: (lines) => viewer.current?.appendLines(lines.map(({ at, text }) => `${at} ${text}`)),
    // It follows to the end of the batch before the last.
    toEnd() {
      scroller().scrollTop = scroller().scrollHeight;
    },
    scroller,
    openFind: () => find("input").focus(),
    matches: () => Number(/(\d+)\s*(?:matches|match)/.exec(host.textContent)?.[1] ?? 0),
  };
}
