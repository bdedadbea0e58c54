"use client";

import { useQueryClient } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { lazy, useEffect, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { FilterChip } from "@/components/ui/filter-chip";
import { Kbd } from "@/components/ui/kbd";
import { loadPart } from "@/components/ui/load-part";
import { Popover } from "@/components/ui/popover";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { useTimeZone } from "@/components/ui/time-zone";
import { isInOverlay, isTyping } from "@/components/ui/typing";
import type { Invocation } from "@/lib/contract/invocations";
import { paces } from "@/lib/paces";
import { chipsOf } from "./filter-chips.ts";
import type { FilterKey } from "./filter-fields.ts";
import { invocationFiltersTexts } from "./invocation-list-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";

const load = () => import("./write-filter.tsx");
// Without a boundary of its own: the popover opens once both are there, and moves the focus into the form.
const WriteFilter = lazy(loadPart(() => load().then((module) => ({ default: module.WriteFilter }))));

interface Writing {
  readonly key: FilterKey;
  readonly condition: "is" | "not";
}

/** The active filters as chips, and a way to add one. Filters applied locally have a dashed border. */
export function InvocationFilters({
  screen,
  read,
  onChange,
  onClear,
}: {
  screen: InvocationSearchParams;
  /** The rows before the filters that are applied locally. */
  read: readonly Invocation[];
  onChange: (changes: Partial<InvocationSearchParams>) => void;
  onClear: () => void;
}) {
  const add = useRef<HTMLButtonElement>(null);
  const toAdd = () => add.current;
  const focusHandoffRef = useFocusHandoff(toAdd);
  const { zone } = useTimeZone();
  const chips = chipsOf(screen, zone);
  const [writing, setWriting] = useState<Writing>();
  const client = useQueryClient();
  useEffect(() => {
    // Loaded ahead of use.
    const timer = setTimeout(() => {
      load().then(
        ({ suggestedApps }) => client.prefetchQuery(suggestedApps),
        () => undefined,
      );
    }, paces.deadlines.settledPageMs);
    return () => clearTimeout(timer);
  }, [client]);
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
        <FilterChip
          key={chip.id}
          label={chip.label}
          text={chip.text}
          isDashed={chip.isAppliedLocally}
          title={
            chip.isAppliedLocally
              ? invocationFiltersTexts.appliedToLoaded
              : invocationFiltersTexts.changeFilter
          }
          onEdit={() => setWriting({ key: chip.key, condition: chip.excluded ? "not" : "is" })}
          onRemove={() => onChange(chip.removal)}
          onGone={toAdd}
        />
      ))}
      <Popover
        label={invocationFiltersTexts.addFilter}
        open={writing !== undefined}
        onOpenChange={(open) => setWriting(open ? { key: "status", condition: "is" } : undefined)}
        className="w-80 p-3"
        trigger={
          <Button ref={add}>
            <Plus />
            {invocationFiltersTexts.filter}
            <span className="pointer-coarse:hidden">
              <Kbd>f</Kbd>
            </span>
          </Button>
        }
      >
        {writing === undefined ? null : (
          <WriteFilter
            key={`${writing.key} ${writing.condition}`}
            startKey={writing.key}
            startCondition={writing.condition}
            screen={screen}
            read={read}
            onApply={(changes) => {
              onChange(changes);
              setWriting(undefined);
            }}
          />
        )}
      </Popover>
      {chips.length > 1 ? (
        <Button ref={focusHandoffRef} variant="ghost" onClick={onClear}>
          {invocationFiltersTexts.clearAll}
        </Button>
      ) : null}
    </>
  );
}
