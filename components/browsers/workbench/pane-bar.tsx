"use client";

import { Merge, Plus } from "lucide-react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Switch } from "@/components/ui/switch";
import {
  maxSources,
  type Pane,
  type PaneLayout,
  type PanePosition,
  panesOf,
  sourceCount,
} from "../panes/pane-layout.ts";
import { AddPane } from "./add-pane.tsx";
import { MergePanes } from "./merge-panes.tsx";

/** Actions on all log panes: add, merge, time lock. */
export function PaneBar({
  session,
  layout,
  asking,
  onAsk,
  onAdd,
  onMerge,
  locked,
  onLocked,
}: {
  session: string;
  layout: PaneLayout;
  asking: "add" | "merge" | undefined;
  onAsk: (asking: "add" | "merge" | undefined) => void;
  onAdd: (pane: Pane, place: PanePosition) => void;
  onMerge: (chosen: readonly Pane[]) => void;
  locked: boolean;
  onLocked: (locked: boolean) => void;
}) {
  const panes = panesOf(layout);
  const full = sourceCount(layout) >= maxSources;
  const few = panes.length < 2;
  const fullReason = full
    ? `A workbench follows at most ${maxSources} logs at once: close one first.`
    : undefined;
  const fewReason = few ? "There is only one pane." : undefined;
  const close = () => onAsk(undefined);
  return (
    <div className="flex min-h-9 shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-1 text-label">
      <h2 className="font-medium text-ink-2">
        {panes.length === 1 ? "1 log pane" : `${panes.length} log panes`}
      </h2>
      <span className="flex-1" />
      <Switch label="Time-locked" checked={locked} onCheckedChange={onLocked} />
      <Button
        size="sm"
        className="pointer-coarse:h-8"
        disabledReason={fewReason}
        onClick={() => onAsk("merge")}
      >
        <Merge />
        Merge…
      </Button>
      <Button
        size="sm"
        className="pointer-coarse:h-8"
        disabledReason={fullReason}
        onClick={() => onAsk("add")}
      >
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
        {full ? null : (
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
        {few ? null : (
          <MergePanes
            session={session}
            panes={panes}
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
