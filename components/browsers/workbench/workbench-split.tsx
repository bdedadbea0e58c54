"use client";

import clsx from "clsx";
import { type ReactNode, useEffect } from "react";
import {
  Group,
  type Layout,
  Panel,
  useDefaultLayout,
  useGroupRef,
  usePanelRef,
} from "react-resizable-panels";
import { paneSizeStorage } from "../panes/pane-size-storage.ts";
import { SplitHandle } from "./split-handle.tsx";
import { workbenchSplitTexts } from "./workbench-on-demand-messages.ts";

/** Which sides are visible. */
export interface Sides {
  readonly left: boolean;
  readonly right: boolean;
}

// The content scrolls itself; the panel must not.
const hidden = { overflow: "hidden" } as const;

const [leftId, rightId] = ["workbench-left", "workbench-right"] as const;
// Below the breakpoint these override the library's inline styles: the sides are stacked at their natural
// height.
const narrow =
  "max-lg:grid! max-lg:grid-cols-[minmax(0,1fr)]! max-lg:h-auto! max-lg:overflow-visible! max-lg:[&>[data-panel]]:block! max-lg:[&>[data-panel]]:overflow-visible! max-lg:[&>[data-panel]>div]:max-h-none! max-lg:[&>[data-panel]>div]:overflow-visible!";

/** The two sides of the workbench, or the right one alone; resizable and collapsible; sizes are stored in this browser. */
export function WorkbenchSplit({
  sides,
  onSides,
  isRightFirst,
  left,
  right,
}: {
  sides: Sides;
  onSides: (sides: Sides) => void;
  /** Whether the right side is the upper one where they are stacked. */
  isRightFirst: boolean;
  /** Undefined: there is only the right side. */
  left: ReactNode | undefined;
  right: ReactNode;
}) {
  const isSplit = left !== undefined;
  const sizes = useDefaultLayout({
    id: "fleetdeck.workbench",
    panelIds: isSplit ? [leftId, rightId] : [rightId],
    storage: paneSizeStorage,
  });
  const group = useGroupRef();
  const leftPanel = usePanelRef();
  const rightPanel = usePanelRef();

  useEffect(() => {
    const layout = group.current?.getLayout() ?? {};
    for (const [id, panel, shown] of [
      [leftId, leftPanel.current, sides.left],
      [rightId, rightPanel.current, sides.right],
    ] as const) {
      // One that has just been added is in no layout yet, and cannot be read.
      if (panel === null || layout[id] === undefined || panel.isCollapsed() !== shown) continue;
      if (shown) panel.expand();
      else panel.collapse();
    }
  }, [sides, group, leftPanel, rightPanel]);

  // Reads the layout, not the panels: the left one may be gone, and still have its handle.
  const look = (layout: Layout) => {
    const isShown = (id: string) => (layout[id] ?? 100) > 0;
    const next = { left: isShown(leftId), right: isShown(rightId) };
    if (next.left !== sides.left || next.right !== sides.right) onSides(next);
  };

  return (
    <Group
      groupRef={group}
      orientation="horizontal"
      defaultLayout={sizes.defaultLayout}
      onLayoutChanged={(layout, meta) => {
        sizes.onLayoutChanged(layout, meta);
        look(layout);
      }}
      className={clsx("min-h-0 flex-1", narrow, isRightFirst && "max-lg:[&>#workbench-right]:order-first")}
    >
      {isSplit ? (
        <Panel
          id={leftId}
          panelRef={leftPanel}
          collapsible
          minSize="320px"
          defaultSize="51%"
          style={hidden}
          className="flex flex-col"
        >
          {left}
        </Panel>
      ) : null}
      {isSplit ? (
        <SplitHandle across label={workbenchSplitTexts.sideWidth} className="max-lg:hidden" />
      ) : null}
      <Panel
        id={rightId}
        panelRef={rightPanel}
        collapsible={isSplit}
        minSize="320px"
        defaultSize={isSplit ? "49%" : "100%"}
        style={hidden}
        className="flex flex-col"
      >
        {right}
      </Panel>
    </Group>
  );
}
