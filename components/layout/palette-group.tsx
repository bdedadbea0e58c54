import { Command } from "cmdk";
import { ArrowRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import { withVisibleMarks } from "@/components/ui/visible-marks";
import { visibleMarks } from "@/lib/format/visible-marks";

/** One entry of the palette. */
export interface PaletteEntry {
  readonly key: string;
  /** What the typed text is matched with, besides the keywords. */
  readonly value: string;
  readonly keywords?: readonly string[] | undefined;
  readonly icon: LucideIcon;
  readonly content: ReactNode;
  readonly onSelect: () => void;
}

/** The palette's list is filtered before it is drawn, so each entry given is shown. */
export function PaletteGroup({ heading, entries }: { heading: string; entries: readonly PaletteEntry[] }) {
  return (
    <Command.Group
      heading={heading}
      className="[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-2 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-label [&_[cmdk-group-heading]]:text-ink-3"
    >
      {entries.map(({ key, value, icon: Icon, content, onSelect }) => (
        <Command.Item
          key={key}
          value={value}
          onSelect={onSelect}
          className="group flex min-h-8 cursor-default items-center gap-2.5 rounded-md px-3 select-none data-[selected=true]:bg-selected pointer-coarse:min-h-11"
        >
          <Icon aria-hidden="true" className="size-4 shrink-0 text-ink-3" strokeWidth={1.75} />
          <span className="flex min-w-0 flex-1 items-center gap-1.5">{withVisibleMarks(content)}</span>
          <ArrowRight
            aria-hidden="true"
            className="invisible size-3.5 text-ink-3 group-data-[selected=true]:visible"
          />
        </Command.Item>
      ))}
    </Command.Group>
  );
}

/** A label with the id it is about, and its state. */
export function WithId({ label, id, state }: { label: string; id: string; state?: string | undefined }) {
  return (
    <>
      <span className="max-w-[70%] shrink-0 truncate">{visibleMarks(label)}</span>{" "}
      <span className="truncate font-mono text-label text-ink-3">{id}</span>
      {state === undefined ? null : " "}
      {state === undefined ? null : <span className="ml-auto shrink-0 text-label text-ink-2">{state}</span>}
    </>
  );
}
