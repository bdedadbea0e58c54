"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { notify } from "@/components/ui/toast";
import { useIsWide } from "@/components/ui/use-is-wide";
import type { TimeLock } from "@/lib/live/time-lock";
import { PaneLog } from "../logs/pane-log.tsx";
import { paneText } from "../panes/pane-address.ts";
import {
  addPane,
  chromiumLog,
  closePane,
  groupsOf,
  maxSources,
  mergePanes,
  movePane,
  openPane,
  type Pane,
  type PaneGroup,
  type PaneLayout,
  paneOf,
  panesOf,
  replacePane,
  shiftPane,
  sourceCount,
  splitPane,
} from "../panes/pane-layout.ts";
import type { PaneActions } from "../panes/pane-tools.tsx";
import { usePaneLayout } from "../panes/use-pane-layout.ts";
import { PaneBar } from "./pane-bar.tsx";
import { PaneGroupView } from "./pane-group.tsx";
import { PaneInHome, usePaneHomes } from "./pane-home.tsx";
import { PaneSplits } from "./pane-splits.tsx";

/** The log panes of a workbench: up to eight, side by side, stacked and as tabs. */
export function PaneArea({ session, lock }: { session: string; lock: TimeLock }) {
  const { layout, ignored, change: tryChange, locked, setLocked, target } = usePaneLayout(session);
  const [asking, setAsking] = useState<"add" | "merge">();
  /** The visible pane where the window is too narrow for splits. */
  const [front, setFront] = useState<string>();
  const isWide = useIsWide();
  const keys = useMemo(() => paneKeys(layout), [layout]);
  const homes = usePaneHomes([...keys.values()]);
  const change = (act: (layout: PaneLayout) => PaneLayout) => {
    if (tryChange(act)) return;
    notify.failed("Not shown", "The address of these panes would become too long to be shared.");
  };

  const area = useRef<HTMLDivElement>(null);
  const closing = useRef(false);
  const close = (pane: Pane) => {
    closing.current = true;
    change((now) => closePane(now, pane));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pane that was closed is gone with the new layout
  useEffect(() => {
    if (!closing.current) return;
    closing.current = false;
    if (document.activeElement !== document.body) return;
    // The pressed button was removed with its pane: the focus moves to a remaining control.
    const left = ["[role=tab][data-state=active]", "[role=log]", "button"];
    left
      .map((what) => area.current?.querySelector<HTMLElement>(what))
      .find((found) => found)
      ?.focus();
  }, [layout]);

  const addSession = (id: string) => {
    if (sourceCount(layout) >= maxSources) return setAsking("add");
    const pane = paneOf(chromiumLog, id === session ? undefined : id);
    setFront(paneText(pane));
    change((now) => addPane(now, pane, { as: "below", group: undefined }));
  };

  usePaletteActions([
    { id: "add-log-pane", label: "Add log pane…", run: () => setAsking("add") },
    {
      id: "add-log-of-session",
      label: "Add a log pane here of session",
      takes: "id",
      run: addSession,
    },
    { id: "merge-log-panes", label: "Merge log panes…", run: () => setAsking("merge") },
    {
      id: "toggle-time-lock",
      label: locked ? "Scroll log panes apart (time lock off)" : "Scroll log panes together (time lock on)",
      keywords: ["toggle time lock", "time-locked"],
      run: () => setLocked(!locked),
    },
  ]);

  const groups = groupsOf(layout);
  const panes = panesOf(layout);
  // A link to a line refers to the first pane with that log; links created here put it first.
  const aimed = target === undefined ? undefined : panes[0];
  const actsOf = (pane: Pane, group: PaneGroup): PaneActions => ({
    group,
    others: groups.filter((other) => other !== group),
    locked,
    change: (next) => change((now) => replacePane(now, pane, next)),
    shift: (skewMs) => change((now) => shiftPane(now, pane, skewMs)),
    move: (place) => change((now) => movePane(now, pane, place)),
    split: () => change((now) => splitPane(now, pane)),
    close: () => close(pane),
  });
  const view = (group: PaneGroup, label: string) => (
    <PaneGroupView
      label={label}
      group={group}
      keyOf={(pane) => keys.get(pane) ?? ""}
      homeOf={(pane) => homes.get(keys.get(pane) ?? "")}
      onOpen={(pane) => {
        setFront(keys.get(pane));
        change((now) => openPane(now, pane));
      }}
      onClose={close}
    />
  );
  const seen = Math.max(0, front === undefined ? 0 : [...keys.values()].indexOf(front));

  return (
    <div ref={area} className="flex min-h-0 min-w-0 flex-1 flex-col">
      <PaneBar
        session={session}
        layout={layout}
        asking={asking}
        onAsk={setAsking}
        onAdd={(pane, place) => {
          setFront(paneText(pane));
          change((now) => addPane(now, pane, place));
        }}
        onMerge={(chosen) => change((now) => mergePanes(now, chosen))}
        locked={locked}
        onLocked={setLocked}
      />
      <IgnoredNotice ignored={ignored} />
      {panes.length === 0 ? (
        <EmptyState
          title="No log pane is open"
          action={
            <Button onClick={() => change(() => [[{ panes: [paneOf(chromiumLog)], open: 0 }]])}>
              Show chromium's log
            </Button>
          }
        >
          A pane follows the log of a process or of a file, of this session or of another.
        </EmptyState>
      ) : isWide ? (
        <PaneSplits layout={layout}>
          {(group) => view(group, `Logs of part ${groups.indexOf(group) + 1}`)}
        </PaneSplits>
      ) : (
        view({ panes, open: seen }, "Logs")
      )}
      {groups.flatMap((group) =>
        group.panes.map((pane) => {
          const key = keys.get(pane) ?? "";
          const home = homes.get(key);
          return home === undefined ? null : (
            <PaneInHome key={key} home={home}>
              <PaneLog
                session={session}
                pane={pane}
                acts={actsOf(pane, group)}
                lock={locked ? lock : undefined}
                target={pane === aimed ? target : undefined}
              />
            </PaneInHome>
          );
        }),
      )}
    </div>
  );
}

/** Stable keys of panes: the sources, plus a number for equal ones. */
function paneKeys(layout: PaneLayout): ReadonlyMap<Pane, string> {
  const counts = new Map<string, number>();
  const keys = new Map<Pane, string>();
  for (const pane of panesOf(layout)) {
    const text = paneText(pane);
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    keys.set(pane, count === 1 ? text : `${text} ${count}`);
  }
  return keys;
}
