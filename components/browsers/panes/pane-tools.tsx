"use client";

import { Columns2, EllipsisVertical, Rows2, Ungroup, X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { Menu, MenuItem, MenuLabel, MenuSeparator } from "@/components/ui/menu";
import { type Pane, type PaneGroup, type PanePosition, paneName, paneTitle } from "./pane-layout.ts";
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

/** Actions on a pane: shift, move, split, close. */
export function PaneTools({ pane, acts }: { pane: Pane; acts: PaneActions }) {
  const title = paneTitle(pane);
  const alone = acts.group.panes.length === 1;
  const stays = alone && acts.others.length === 0;
  const { group } = acts;
  return (
    <>
      {acts.locked || pane.skewMs !== 0 ? (
        <PaneShift title={title} skewMs={pane.skewMs} onShift={acts.shift} />
      ) : null}
      <span className="-mr-2 flex items-center">
        <Menu
          trigger={
            <IconButton label={`Arrange ${title}`} size="icon-sm" className="pointer-coarse:size-8">
              <EllipsisVertical />
            </IconButton>
          }
        >
          <MenuItem
            disabled={stays}
            hint={stays ? "the only pane" : undefined}
            onSelect={() => acts.move({ as: "right", group })}
          >
            <Columns2 /> Move to a new split right
          </MenuItem>
          <MenuItem
            disabled={stays}
            hint={stays ? "the only pane" : undefined}
            onSelect={() => acts.move({ as: "below", group })}
          >
            <Rows2 /> Move to a new split below
          </MenuItem>
          {acts.others.length === 0 ? null : <MenuLabel>Move beside</MenuLabel>}
          {acts.others.map((other, index) => {
            const names = other.panes.map(paneName).join(", ");
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two groups may have the same logs
              <MenuItem key={index} onSelect={() => acts.move({ as: "tab", group: other })}>
                <span className="truncate font-mono text-label">{names}</span>
              </MenuItem>
            );
          })}
          {pane.sources.length < 2 ? null : (
            <>
              <MenuSeparator />
              <MenuItem onSelect={acts.split}>
                <Ungroup /> Un-merge into {pane.sources.length} panes
              </MenuItem>
            </>
          )}
          <MenuSeparator />
          <MenuItem onSelect={acts.close}>
            <X /> Close this pane
          </MenuItem>
        </Menu>
        <IconButton
          label={`Close ${title}`}
          size="icon-sm"
          className="pointer-coarse:size-8"
          onClick={acts.close}
        >
          <X />
        </IconButton>
      </span>
    </>
  );
}
