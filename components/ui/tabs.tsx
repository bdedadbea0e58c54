"use client";

import clsx from "clsx";
import { Tabs as Radix } from "radix-ui";
import type { ReactNode } from "react";

export interface Tab {
  readonly value: string;
  readonly label: ReactNode;
  /** A small count after the label. */
  readonly count?: ReactNode;
  readonly content: ReactNode;
}

/** Tabs over one panel. Controlled, so that the open tab can be in the URL. */
export function Tabs({
  label,
  value,
  onValueChange,
  tabs,
  isFullWidth = false,
}: {
  label: string;
  value: string;
  onValueChange: (value: string) => void;
  tabs: readonly Tab[];
  /** Whether the tabs span a page without padding: their labels then begin where its text does. */
  isFullWidth?: boolean;
}) {
  return (
    <Radix.Root value={value} onValueChange={onValueChange} className="min-w-0">
      <Radix.List
        aria-label={label}
        className={clsx(
          "flex gap-0.5 overflow-x-auto border-b border-line max-sm:gap-0",
          isFullWidth && "px-2 sm:px-2.5",
        )}
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="focus-inset flex h-8 shrink-0 items-center gap-1.5 rounded-t-md px-2.5 text-ink-2 max-sm:gap-1 max-sm:px-2 hover:text-ink data-[state=active]:text-ink data-[state=active]:shadow-[inset_0_-2px_var(--ink)]"
          >
            {tab.label}
            {tab.count === undefined ? null : <span className="text-label text-ink-3">{tab.count}</span>}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content
          key={tab.value}
          value={tab.value}
          className={clsx("min-w-0 focus-visible:outline-offset-2", !isFullWidth && "pt-3")}
        >
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
