"use client";

import { Columns2, Rows2, Timer, Ungroup } from "lucide-react";
import { useState } from "react";
import { useSessionNames } from "@/components/inventory/use-pins";
import { MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import {
  otherSessionsOf,
  type Pane,
  type PaneGroup,
  type PanePosition,
  paneName,
  paneTitle,
} from "./pane-layout.ts";
import { paneToolsTexts } from "./pane-on-demand-messages.ts";
import { PaneShift } from "./pane-shift.tsx";

export interface PaneActions {
  /** The group of the pane. */
  readonly group: PaneGroup;
  readonly others: readonly PaneGroup[];
  readonly locked: boolean;
  readonly change: (next: Pane) => void;
  readonly shift: (skewMs: number) => void;
  readonly move: (place: PanePosition) => void;
  readonly split: () => void;
  readonly close: () => void;
}

/** What a pane's toolbar shows of its place in the workbench: `tools` stand in it, `menu` at the end of its menu. */
export function usePaneTools(pane: Pane, acts: PaneActions) {
  const [isShifting, setShifting] = useState(false);
  return {
    tools: (
      <PaneShift
        title={paneTitle(pane)}
        skewMs={pane.skewMs}
        onShift={acts.shift}
        open={isShifting}
        onOpenChange={setShifting}
      />
    ),
    menu: <PaneMenuItems pane={pane} acts={acts} onShift={() => setShifting(true)} />,
    onClose: acts.close,
  };
}

/** Shifts a pane in time, moves it, and takes merged logs apart. */
function PaneMenuItems({ pane, acts, onShift }: { pane: Pane; acts: PaneActions; onShift: () => void }) {
  const { group, others } = acts;
  const nameOf = useSessionNames(otherSessionsOf(others.flatMap(({ panes }) => panes)));
  const stays = group.panes.length === 1 && others.length === 0;
  const hint = stays ? paneToolsTexts.onlyPane : undefined;
  return (
    <>
      <MenuSeparator />
      {acts.locked || pane.skewMs !== 0 ? (
        <MenuItem onSelect={onShift}>
          <Timer />
          {paneToolsTexts.shiftInTime}
        </MenuItem>
      ) : null}
      <MenuItem disabled={stays} hint={hint} onSelect={() => acts.move({ as: "right", group })}>
        <Columns2 />
        {paneToolsTexts.moveToSplitRight}
      </MenuItem>
      <MenuItem disabled={stays} hint={hint} onSelect={() => acts.move({ as: "below", group })}>
        <Rows2 />
        {paneToolsTexts.moveToSplitBelow}
      </MenuItem>
      {pane.sources.length < 2 ? null : (
        <MenuItem onSelect={acts.split}>
          <Ungroup />
          {paneToolsTexts.splitIntoPanes(pane.sources.length)}
        </MenuItem>
      )}
      {others.length === 0 ? null : <MenuLabel>{paneToolsTexts.moveBeside}</MenuLabel>}
      {others.map((other, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same logs
        <MenuItem key={index} onSelect={() => acts.move({ as: "tab", group: other })}>
          <span className="truncate font-mono text-label">
            {other.panes.map((each) => paneName(each, nameOf)).join(", ")}
          </span>
        </MenuItem>
      ))}
    </>
  );
}
