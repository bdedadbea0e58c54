"use client";

import clsx from "clsx";
import { Tabs } from "radix-ui";
import { useSessionNames } from "@/components/inventory/use-pins";
import { nameFont } from "@/components/log-pane/name-font";
import { otherSessionsOf, type Pane, type PaneGroup, paneTitle } from "../panes/pane-layout.ts";
import { type PaneHome, PaneSlot } from "./pane-home.tsx";

/** The panes of a group as tabs; a single pane has none. Hidden panes keep collecting lines. */
export function PaneGroupView({
  label,
  group,
  keyOf,
  homeOf,
  onOpen,
  onClose,
}: {
  label: string;
  group: PaneGroup;
  keyOf: (pane: Pane) => string;
  homeOf: (pane: Pane) => PaneHome | undefined;
  onOpen: (pane: Pane) => void;
  onClose: (pane: Pane) => void;
}) {
  const nameOf = useSessionNames(otherSessionsOf(group.panes));
  const open = group.panes[group.open] ?? group.panes[0];
  const paneAt = (key: string) => group.panes.find((pane) => keyOf(pane) === key);
  if (open === undefined) return null;
  return (
    <Tabs.Root
      value={keyOf(open)}
      onValueChange={(key) => {
        const pane = paneAt(key);
        if (pane !== undefined) onOpen(pane);
      }}
      className="flex min-h-0 min-w-0 flex-1 flex-col"
    >
      {group.panes.length < 2 ? null : (
        <Tabs.List
          aria-label={label}
          className="flex shrink-0 gap-0.5 overflow-x-auto border-b border-line bg-sunk px-1"
        >
          {group.panes.map((pane) => (
            <Tabs.Trigger
              key={keyOf(pane)}
              value={keyOf(pane)}
              aria-keyshortcuts="Delete"
              onKeyDown={(event) => {
                if (event.key === "Delete") onClose(pane);
              }}
              className="focus-inset flex h-8 max-w-60 shrink-0 items-center gap-1.5 px-2.5 text-label text-ink-2 hover:text-ink data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--ink)]"
            >
              <span className={clsx("truncate", nameFont(paneTitle(pane)))}>{paneTitle(pane)}</span>
              {pane.sources[0]?.session === undefined ? null : (
                <span title={pane.sources[0].session} className="text-caption text-ink-3">
                  {nameOf(pane.sources[0].session)}
                </span>
              )}
            </Tabs.Trigger>
          ))}
        </Tabs.List>
      )}
      {group.panes.map((pane) => (
        <Tabs.Content
          key={keyOf(pane)}
          value={keyOf(pane)}
          forceMount
          hidden={pane !== open}
          tabIndex={-1}
          {...(group.panes.length < 2 ? { role: "none", "aria-labelledby": undefined } : {})}
          className="flex min-h-0 min-w-0 flex-1 flex-col data-[state=inactive]:hidden"
        >
          <PaneSlot home={homeOf(pane)} />
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}
