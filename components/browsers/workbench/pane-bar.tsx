"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { usePaletteActions } from "@/components/layout/palette-actions";
import { IconButton } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Menu, MenuItem, MenuSeparator } from "@/components/ui/menu";
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
import { KnownLogs } from "./known-logs.tsx";
import { MergePanes } from "./merge-panes.tsx";
import { paneBarTexts } from "./workbench-on-demand-messages.ts";

interface PaneBarProps {
  session: string;
  layout: PaneLayout;
  onAdd: (pane: Pane, place: PanePosition) => void;
  onMerge: (chosen: readonly Pane[]) => void;
  locked: boolean;
  onLocked: (locked: boolean) => void;
}

const fewPanes = {
  all: paneBarTexts.thereIsOnlyOnePane,
  lines: paneBarTexts.networkCannotBeMerged,
} as const;

/** Actions on all log panes, also in the palette: time lock, and a menu that adds and merges. It stands below the panes,
 *  where a new one appears. */
export function PaneBar({ session, layout, onAdd, onMerge, locked, onLocked }: PaneBarProps) {
  const [asking, setAsking] = useState<"add" | "merge">();
  const panes = panesOf(layout);
  const fullReason = sourceCount(layout) >= maxSources ? paneBarTexts.tooManyLogs(maxSources) : undefined;
  const mergeable = panes.filter(isMergeable);
  const fewReason = mergeable.length < 2 ? fewPanes[panes.length < 2 ? "all" : "lines"] : undefined;
  const add = () => setAsking("add");
  const merge = () => setAsking("merge");
  const close = () => setAsking(undefined);
  const below = { as: "below", group: undefined } as const;

  usePaletteActions([
    { id: "add-log-pane", label: paneBarTexts.addPane, run: add },
    {
      id: "add-log-of-session",
      label: paneBarTexts.addPaneOfBrowser,
      takes: "id",
      run(id) {
        if (fullReason !== undefined) return add();
        onAdd(paneOf(chromiumLog, id === session ? undefined : id), below);
      },
    },
    ...telemetryViews.map((view) => ({
      id: `add-${view}-pane`,
      label: paneBarTexts.addPaneNamed(viewNames[view]),
      run() {
        if (fullReason !== undefined) return add();
        onAdd(telemetryPane(view), below);
      },
    })),
    { id: "merge-log-panes", label: paneBarTexts.mergePanes, run: merge },
    {
      id: "toggle-time-lock",
      label: locked ? paneBarTexts.turnTimeLockOff : paneBarTexts.turnTimeLockOn,
      keywords: [paneBarTexts.toggleTimeLock, "time-locked"],
      run: () => onLocked(!locked),
    },
  ]);

  return (
    <div className="flex min-h-9 shrink-0 items-center gap-x-3 border-t border-line px-3 py-1 text-label">
      <Switch label={paneBarTexts.timeLock} checked={locked} onCheckedChange={onLocked} />
      <span className="flex-1" />
      <Menu
        trigger={
          <IconButton
            label={paneBarTexts.addOrMergePanes}
            variant="secondary"
            size="icon-sm"
            className="pointer-coarse:size-8"
          >
            <Plus />
          </IconButton>
        }
      >
        {fullReason === undefined ? (
          <KnownLogs session={session} layout={layout} onAdd={(pane) => onAdd(pane, below)} />
        ) : null}
        <MenuSeparator />
        <MenuItem onSelect={add}>{paneBarTexts.otherLogOrFile}</MenuItem>
        <MenuItem disabled={fewReason !== undefined} hint={fewReason} onSelect={merge}>
          {paneBarTexts.mergePanes}
        </MenuItem>
      </Menu>
      <Dialog
        open={asking === "add"}
        onOpenChange={close}
        width="sm"
        title={paneBarTexts.addPaneConfirm}
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
        title={paneBarTexts.mergePanesConfirm}
        description={fewReason ?? paneBarTexts.mergeHint}
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
