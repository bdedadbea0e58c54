"use client";

import { ChevronDown, ChevronUp, Eye } from "lucide-react";
import { usePathname } from "next/navigation";
import { useEffect, useId, useRef } from "react";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { usePublishedHeight } from "@/components/ui/use-published-height";
import { paths } from "@/lib/paths";
import { useEndAlerts } from "./use-end-alerts.ts";
import { useWatchedInvocations } from "./use-watched-invocations.ts";
import { WatchAlertSwitches } from "./watch-alert-switches.tsx";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { markAllSeen, markSeen, unseenEnds, unwatch } from "./watch-list.ts";
import { WatchRow } from "./watch-row.tsx";
import { watchTrayTexts } from "./watched-invocation-messages.ts";

/** The watched invocations, at the lower right of every page, above a list's footer. Polls also while
 *  collapsed. */
export function WatchTray() {
  const store = useWatchStore();
  const list = useWatchList();
  const failures = useWatchedInvocations();
  useEndAlerts();
  const tray = useRef<HTMLElement>(null);
  usePublishedHeight(tray, "--tray-height");
  const fold = useRef<HTMLButtonElement>(null);
  const toFold = () => fold.current;
  const focusHandoffRef = useFocusHandoff(toFold);
  const bodyId = useId();
  const pathname = usePathname();
  const waiting = unseenEnds(list);

  // Opening an invocation's page counts as viewing its end.
  useEffect(() => {
    const here = waiting.find(({ id }) => paths.invocation(id) === pathname);
    if (here !== undefined && document.visibilityState === "visible") {
      store.change((now) => markSeen(now, here.id));
    }
  }, [waiting, pathname, store]);

  const { pins, expanded } = list;
  return (
    <section
      ref={tray}
      aria-label={watchTrayTexts.watchedInvocations}
      data-watch-tray=""
      className="fixed right-3 bottom-12 z-20 flex max-h-[50vh] w-80 flex-col rounded-lg border border-line-strong bg-raised shadow-float animate-enter max-sm:bottom-[calc(8px+var(--acts-height,40px))] max-sm:left-3 max-sm:w-auto"
    >
      <div className="flex h-10 shrink-0 items-center gap-1 pr-1">
        <button
          ref={fold}
          type="button"
          aria-expanded={expanded}
          aria-controls={bodyId}
          onClick={() => store.change((now) => ({ ...now, expanded: !now.expanded }))}
          className="flex h-full min-w-0 flex-1 items-center gap-2 rounded-lg pl-3 text-left focus-inset"
        >
          <Eye aria-hidden="true" className="size-3.5 shrink-0 text-ink-3" />
          <span className="font-medium">{watchTrayTexts.watched}</span>
          <span className="text-ink-3">{pins.length}</span>
          {waiting.length === 0 ? null : <Badge tone="warn">{watchTrayTexts.ended(waiting.length)}</Badge>}
          <span className="flex-1" />
          {expanded ? (
            <ChevronDown aria-hidden="true" className="mr-1 size-3.5 shrink-0 text-ink-3" />
          ) : (
            <ChevronUp aria-hidden="true" className="mr-1 size-3.5 shrink-0 text-ink-3" />
          )}
        </button>
        {waiting.length === 0 ? null : (
          <Button ref={focusHandoffRef} size="sm" variant="ghost" onClick={() => store.change(markAllSeen)}>
            {watchTrayTexts.markSeen}
          </Button>
        )}
      </div>
      <div id={bodyId} hidden={!expanded} className={expanded ? "flex min-h-0 flex-col" : undefined}>
        <ul className="min-h-0 flex-1 divide-y divide-line overflow-y-auto border-t border-line">
          {pins.map((pin) => (
            <WatchRow
              key={pin.id}
              pin={pin}
              failure={failures.get(pin.id)}
              onOpen={() => store.change((now) => markSeen(now, pin.id))}
              onUnwatch={() => store.change((now) => unwatch(now, pin.id))}
              onGone={toFold}
            />
          ))}
        </ul>
        <WatchAlertSwitches />
      </div>
    </section>
  );
}
