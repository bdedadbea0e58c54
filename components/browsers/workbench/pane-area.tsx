"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import { IgnoredNotice } from "@/components/layout/ignored-notice";
import { Button } from "@/components/ui/button";
import { DrawnLater } from "@/components/ui/drawn-later";
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
  splitPane,
  telemetryPane,
} from "../panes/pane-layout.ts";
import type { PaneActions } from "../panes/pane-tools.tsx";
import { usePaneLayout } from "../panes/use-pane-layout.ts";
import { PaneBar } from "./pane-bar.tsx";
import { PaneGroupView } from "./pane-group.tsx";
import { PaneInHome, usePaneHomes } from "./pane-home.tsx";
import { PaneSplits } from "./pane-splits.tsx";
import { paneAreaTexts } from "./workbench-on-demand-messages.ts";

/** The log panes of a workbench: up to eight, side by side, stacked and as tabs. */
export function PaneArea({
  session,
  liveAtMs,
  kind,
  lock,
  standard,
  isSettled,
}: {
  session: string;
  /** When the session was last read as live, in epoch milliseconds; undefined while it is not known to be. */
  liveAtMs: number | undefined;
  /** What the session has in common with others that have the same logs. */
  kind: string;
  lock: TimeLock;
  /** The panes to begin with where neither the address nor the operator's last layout has any. */
  standard?: PaneLayout | undefined;
  /** Whether `standard` does not change any more. */
  isSettled: boolean;
}) {
  const {
    layout,
    ignored,
    change: tryChange,
    locked,
    setLocked,
    ...linked
  } = usePaneLayout({ id: session, kind }, standard, isSettled);
  /** The visible pane where the window is too narrow for splits. */
  const [front, setFront] = useState<string>();
  const isWide = useIsWide();
  const keys = useMemo(() => paneKeys(layout), [layout]);
  const homes = usePaneHomes([...keys.values()]);
  const { area, isClosing } = useFocusAfterClosing(layout);
  const change = (act: (layout: PaneLayout) => PaneLayout) => {
    if (tryChange(act)) return;
    notify.failed(paneAreaTexts.paneNotAdded, paneAreaTexts.addressTooLong);
  };
  const close = (pane: Pane) => {
    isClosing.current = true;
    change((now) => closePane(now, pane));
  };

  const groups = groupsOf(layout);
  const panes = panesOf(layout);
  // A link to a line refers to the first pane with that log; links created here put it first.
  const [aimed] = panes;
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
      <h2 className="sr-only">
        {panes.length === 1 ? paneAreaTexts.oneLogPane : paneAreaTexts.logPanes(panes.length)}
      </h2>
      <IgnoredNotice ignored={ignored} />
      {panes.length === 0 ? (
        <NoPane onOpen={(pane) => change(() => [[{ panes: [pane], open: 0 }]])} />
      ) : isWide ? (
        <PaneSplits layout={layout}>
          {(group) => view(group, paneAreaTexts.logs(groups.indexOf(group) + 1))}
        </PaneSplits>
      ) : (
        view({ panes, open: seen }, paneAreaTexts.logsLabel)
      )}
      <PaneBar
        session={session}
        layout={layout}
        onAdd={(pane, place) => {
          setFront(paneText(pane));
          change((now) => addPane(now, pane, place));
        }}
        onMerge={(chosen) => change((now) => mergePanes(now, chosen))}
        locked={locked}
        onLocked={setLocked}
      />
      {groups.flatMap((group) =>
        group.panes.map((pane) => {
          const key = keys.get(pane) ?? "";
          const home = homes.get(key);
          return home === undefined ? null : (
            <PaneInHome key={key} home={home}>
              <DrawnLater>
                <PaneLog
                  session={session}
                  liveAtMs={liveAtMs}
                  hasEnded={isSettled && liveAtMs === undefined}
                  pane={pane}
                  acts={actsOf(pane, group)}
                  lock={locked ? lock : undefined}
                  target={pane === aimed ? linked.target : undefined}
                  failedOnly={pane === aimed && linked.failedOnly}
                />
              </DrawnLater>
            </PaneInHome>
          );
        }),
      )}
    </div>
  );
}

function NoPane({ onOpen }: { onOpen: (pane: Pane) => void }) {
  return (
    <EmptyState
      title={paneAreaTexts.noPanesOpen}
      action={
        <span className="flex flex-wrap justify-center gap-2">
          <Button onClick={() => onOpen(paneOf(chromiumLog))}>{paneAreaTexts.showChromiumLog}</Button>
          <Button onClick={() => onOpen(telemetryPane("network"))}>{paneAreaTexts.network}</Button>
          <Button onClick={() => onOpen(telemetryPane("console"))}>{paneAreaTexts.console}</Button>
        </span>
      }
    >
      {paneAreaTexts.whatPanesShow}
    </EmptyState>
  );
}

/** Gives the focus to a remaining control once a pane whose closing was marked is gone, with the pressed button. */
function useFocusAfterClosing(layout: PaneLayout) {
  const area = useRef<HTMLDivElement>(null);
  const isClosing = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pane that was closed is gone with the new layout
  useEffect(() => {
    if (!isClosing.current) return;
    isClosing.current = false;
    if (document.activeElement !== document.body) return;
    ["[role=tab][data-state=active]", "[role=log]", "[role=grid]", "button"]
      .map((what) => area.current?.querySelector<HTMLElement>(what))
      .find((found) => found)
      ?.focus();
  }, [layout]);
  return { area, isClosing };
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
