"use client";

import { Merge, Plus } from "lucide-react";
import { useState } from "react";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import { telemetryViews } from "@/lib/bff/telemetry-view";
import {
  chromiumLog,
  isMergeable,
  maxSources,
  type Pane,
  type PaneLayout,
  type PanePosition,
  paneOf,
  panesOf,
  sourceCount,
  telemetryPane,
  viewNames,
} from "../panes/pane-layout.ts";
import { AddPane } from "./add-pane.tsx";
import { MergePanes } from "./merge-panes.tsx";

interface PaneBarProps {
  session: string;
  layout: PaneLayout;
  onAdd: (pane: Pane, place: PanePosition) => void;
  onMerge: (chosen: readonly Pane[]) => void;
  locked: boolean;
  onLocked: (locked: boolean) => void;
}

const fewPanes = {
  all: "There is only one pane.",
  lines: "There is only one pane with lines: Network cannot be merged.",
} as const;

/** Actions on all log panes, also in the palette: add, merge, time lock. */
export function PaneBar({ session, layout, onAdd, onMerge, locked, onLocked }: PaneBarProps) {
  const [asking, setAsking] = useState<"add" | "merge">();
  const panes = panesOf(layout);
  const fullReason =
    sourceCount(layout) >= maxSources
      ? `A workbench follows at most ${maxSources} logs at once: close one first.`
      : undefined;
  const mergeable = panes.filter(isMergeable);
  const fewReason = mergeable.length < 2 ? fewPanes[panes.length < 2 ? "all" : "lines"] : undefined;
  const add = () => setAsking("add");
  const merge = () => setAsking("merge");
  const close = () => setAsking(undefined);

  usePaletteActions([
    { id: "add-log-pane", label: "Add log pane…", run: add },
    {
      id: "add-log-of-session",
      label: "Add a log pane here of session",
      takes: "id",
      run(id) {
        if (fullReason !== undefined) return add();
        onAdd(paneOf(chromiumLog, id === session ? undefined : id), { as: "below", group: undefined });
      },
    },
    ...telemetryViews.map((view) => ({
      id: `add-${view}-pane`,
      label: `Add pane: ${viewNames[view]}`,
      run() {
        if (fullReason !== undefined) return add();
        onAdd(telemetryPane(view), { as: "below", group: undefined });
      },
    })),
    { id: "merge-log-panes", label: "Merge log panes…", run: merge },
    {
      id: "toggle-time-lock",
      label: locked ? "Scroll log panes apart (time lock off)" : "Scroll log panes together (time lock on)",
      keywords: ["toggle time lock", "time-locked"],
      run: () => onLocked(!locked),
    },
  ]);

  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-label">
      <h2 className="font-medium text-ink-2">
        {panes.length === 1 ? "1 log pane" : `${panes.length} log panes`}
      </h2>
      <span className="flex-1" />
      <Switch label="Time-locked" checked={locked} onCheckedChange={onLocked} />
      <Button size="sm" className="pointer-coarse:h-8" disabledReason={fewReason} onClick={merge}>
        <Merge />
        Merge…
      </Button>
      <Button size="sm" className="pointer-coarse:h-8" disabledReason={fullReason} onClick={add}>
        <Plus />
        Add log pane…
      </Button>
      <Dialog
        open={asking === "add"}
        onOpenChange={close}
        width="sm"
        title="Add a log pane"
        description={fullReason}
      >
        {fullReason !== undefined ? null : (
          <AddPane
            session={session}
            layout={layout}
            onAdd={(pane, place) => {
              close();
              onAdd(pane, place);
            }}
          />
        )}
      </Dialog>
      <Dialog
        open={asking === "merge"}
        onOpenChange={close}
        width="sm"
        title="Merge log panes"
        description={fewReason ?? "Their lines are shown in one pane, in the order of their times."}
      >
        {fewReason !== undefined ? null : (
          <MergePanes
            session={session}
            panes={mergeable}
            onMerge={(chosen) => {
              close();
              onMerge(chosen);
            }}
          />
        )}
      </Dialog>
    </div>
  );
}
