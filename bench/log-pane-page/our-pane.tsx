// The dashboard's own pane, from its source.
import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { LogPane } from "@/components/log-pane/log-pane";
import { useLogTime } from "@/components/log-pane/use-log-time";
import type { FeedEvent, FeedState, LogFeed } from "@/lib/live/log-feed";
import type { Contender } from "./contender.ts";

const state: FeedState = { log: "open", reason: null, beginsAt: null, connection: "connected" };

function OurPane({ feed }: { feed: LogFeed }) {
  const formatTime = useLogTime();
  return <LogPane ofId="bench" title="bench" feed={feed} formatTime={formatTime} />;
}

export function mountOurPane(host: HTMLElement): Contender {
  const listeners = new Set<(event: FeedEvent) => void>();
  const feed: LogFeed = {
    state,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
  flushSync(() => createRoot(host).render(<OurPane feed={feed} />));
  const find = (selector: string): HTMLElement => {
    const element = host.querySelector(selector);
    if (!(element instanceof HTMLElement)) throw new Error(`The pane has no ${selector}.`);
    return element;
  };
  return {
    take(lines) {
      for (const listener of listeners) listener({ kind: "lines", epoch: "bench", lines });
    },
    scroller: () => find("[role=log]"),
    openFind: () => find("button[aria-label^=Find]").click(),
    matches: () =>
      Number(/^[\d,]+/.exec(find("search [role=status]").textContent)?.[0].replaceAll(",", "") ?? 0),
  };
}
