"use client";

import { Fragment, type ReactNode } from "react";
import { Group, Panel, useDefaultLayout } from "react-resizable-panels";
import type { PaneGroup, PaneLayout } from "../panes/pane-layout.ts";
import { paneSizeStorage } from "../panes/pane-size-storage.ts";
import { SplitHandle } from "./split-handle.tsx";
import { paneSplitsTexts } from "./workbench-on-demand-messages.ts";

// The content scrolls itself; the panel must not.
const hidden = { overflow: "hidden" } as const;

/** Columns of groups, resizable by pointer and arrow keys. Sizes are stored in this browser. */
export function PaneSplits({
  layout,
  children,
}: {
  layout: PaneLayout;
  children: (group: PaneGroup) => ReactNode;
}) {
  const ids = layout.map((_, index) => `log-column-${index + 1}`);
  const sizes = useDefaultLayout({ id: "fleetdeck.log-columns", panelIds: ids, storage: paneSizeStorage });
  return (
    <Group
      orientation="horizontal"
      defaultLayout={sizes.defaultLayout}
      onLayoutChanged={sizes.onLayoutChanged}
      className="min-h-0 flex-1"
    >
      {layout.map((column, index) => (
        <Fragment key={ids[index]}>
          {index === 0 ? null : <SplitHandle across label={paneSplitsTexts.widthOfLogColumn(index)} />}
          <Panel id={ids[index]} minSize="160px" style={hidden} className="flex">
            <PaneColumn index={index} column={column}>
              {children}
            </PaneColumn>
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}

function PaneColumn({
  index: columnIndex,
  column,
  children,
}: {
  index: number;
  column: readonly PaneGroup[];
  children: (group: PaneGroup) => ReactNode;
}) {
  const ids = column.map((_, index) => `logs-${columnIndex + 1}-${index + 1}`);
  const sizes = useDefaultLayout({
    id: `fleetdeck.log-rows-${columnIndex + 1}`,
    panelIds: ids,
    storage: paneSizeStorage,
  });
  return (
    <Group
      orientation="vertical"
      defaultLayout={sizes.defaultLayout}
      onLayoutChanged={sizes.onLayoutChanged}
      className="min-h-0 min-w-0 flex-1"
    >
      {column.map((group, index) => (
        <Fragment key={ids[index]}>
          {index === 0 ? null : (
            <SplitHandle
              across={false}
              label={paneSplitsTexts.heightOfLogInColumn({ index, columnIndex: columnIndex + 1 })}
            />
          )}
          <Panel id={ids[index]} minSize="72px" style={hidden} className="flex flex-col">
            {children(group)}
          </Panel>
        </Fragment>
      ))}
    </Group>
  );
}
