"use client";

import clsx from "clsx";
import { Plus, X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Kbd } from "@/components/ui/kbd";
import { Popover } from "@/components/ui/popover";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import { chipsOf, type FilterChip } from "./filter-chips.ts";
import type { FilterKey } from "./filter-fields.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";
import { WriteFilter } from "./write-filter.tsx";

interface Writing {
  readonly key: FilterKey;
  readonly condition: "is" | "not";
}

/** The active filters as chips, and a way to add one. Filters applied locally have a dashed border. */
export function InvocationFilters({
  screen,
  suggestions,
  onChange,
  onClear,
}: {
  screen: InvocationSearchParams;
  suggestions: (key: FilterKey) => readonly string[];
  onChange: (changes: Partial<InvocationSearchParams>) => void;
  onClear: () => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const toAdd = () => add.current;
  const focusHandoffRef = useFocusHandoff(toAdd);
  const chips = chipsOf(screen);
  const [writing, setWriting] = useState<Writing>();
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.key !== "f" || event.ctrlKey || event.metaKey || event.altKey)
        return;
      if (isTyping(event.target) || isInOverlay(event.target)) return;
      event.preventDefault();
      setWriting({ key: "status", condition: "is" });
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);

  return (
    <>
      {chips.map((chip) => (
        <Chip
          key={chip.id}
          chip={chip}
          onEdit={() => setWriting({ key: chip.key, condition: chip.excluded ? "not" : "is" })}
          onRemove={() => onChange(chip.removal)}
          onGone={toAdd}
        />
      ))}
      <Popover
        label="Add a filter"
        open={writing !== undefined}
        onOpenChange={(open) => setWriting(open ? { key: "status", condition: "is" } : undefined)}
        className="w-80 p-3"
        trigger={
          <Button ref={add}>
            <Plus /> Filter <Kbd>f</Kbd>
          </Button>
        }
      >
        {writing === undefined ? null : (
          <WriteFilter
            key={`${writing.key} ${writing.condition}`}
            startKey={writing.key}
            startCondition={writing.condition}
            screen={screen}
            suggestions={suggestions}
            onApply={(changes) => {
              onChange(changes);
              setWriting(undefined);
            }}
          />
        )}
      </Popover>
      {chips.length > 1 ? (
        <Button ref={focusHandoffRef} variant="ghost" onClick={onClear}>
          Clear all
        </Button>
      ) : null}
    </>
  );
}

function Chip({
  chip: { label, text, isAppliedLocally },
  onEdit,
  onRemove,
  onGone,
}: {
  chip: FilterChip;
  onEdit: () => void;
  onRemove: () => void;
  /** The element to focus once the chip is removed. */
  onGone: () => Element | null;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  return (
    <span
      ref={focusHandoffRef}
      className={clsx(
        "inline-flex h-8 max-w-full items-center gap-1.5 rounded-md border bg-raised pl-2 text-label",
        isAppliedLocally ? "border-dashed border-line-strong" : "border-line",
      )}
    >
      <button
        type="button"
        title={
          isAppliedLocally ? "Applied to the invocations read. Change this filter" : "Change this filter"
        }
        className="flex min-w-0 gap-1.5 rounded-sm hover:underline hover:decoration-dotted hover:underline-offset-2"
        onClick={onEdit}
      >
        <span className="whitespace-nowrap text-ink-3">{label}</span>
        <span className="min-w-0 truncate font-medium">{text}</span>
      </button>
      <Button variant="ghost" size="icon-sm" aria-label={`Remove filter ${label} ${text}`} onClick={onRemove}>
        <X />
      </Button>
    </span>
  );
}
