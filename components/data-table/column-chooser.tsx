"use client";

import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { Button, IconButton } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { RemovableItem } from "@/components/ui/removable-item";
import { type ColumnSetting, moveColumn, toggleColumn } from "./column-layout.ts";
import { columnChooserTexts } from "./data-table-on-demand-messages.ts";

/** An entry of the chooser. */
export interface ColumnChoice {
  readonly id: string;
  readonly header: string;
  /** Added by the operator: hiding it removes it. */
  readonly own?: boolean;
}

/** Chooses the columns shown and their order. Shown columns come first, in display order. */
export function ColumnChooser({
  choices,
  places,
  onChange,
  onReset,
  children,
}: {
  choices: readonly ColumnChoice[];
  places: readonly ColumnSetting[];
  onChange: (places: readonly ColumnSetting[]) => void;
  /** Undefined while the layout is the default one. */
  onReset: (() => void) | undefined;
  /** A form that adds columns beyond `choices`. */
  children?: ReactNode;
}) {
  const [announcement, setAnnouncement] = useState("");
  const shown = places.flatMap(({ id }) => choices.find((choice) => choice.id === id) ?? []);
  const hidden = choices.filter(({ id, own }) => own !== true && !places.some((place) => place.id === id));

  const { list, moved } = useFocusOfMoved(places);
  const move = (choice: ColumnChoice, by: 1 | -1) => {
    moved.current = `${choice.id} ${by}`;
    const next = moveColumn(places, choice.id, by);
    onChange(next);
    setAnnouncement(
      columnChooserTexts.movedTo({
        column: choice.header,
        place: next.findIndex(({ id }) => id === choice.id) + 1,
        columns: next.length,
      }),
    );
  };
  const toggle = (choice: ColumnChoice) => {
    const next = toggleColumn(places, choice.id);
    setAnnouncement(next === places ? columnChooserTexts.oneColumnMustStay : "");
    onChange(next);
  };

  return (
    <div className="grid">
      <ul ref={list} className="max-h-[min(22rem,45vh)] overflow-y-auto p-1.5">
        {[...shown, ...hidden].map((choice) => {
          const at = shown.indexOf(choice);
          return (
            <RemovableItem
              key={choice.id}
              className="flex min-h-8 items-center gap-1 rounded-sm px-1.5 hover:bg-hover [&:has(:focus-visible)]:bg-hover"
            >
              <span className="min-w-0 flex-1">
                <Checkbox
                  checked={at !== -1}
                  onCheckedChange={() => toggle(choice)}
                  label={
                    <span className={choice.own === true ? "font-mono text-label break-all" : undefined}>
                      {choice.header}
                    </span>
                  }
                />
              </span>
              {at === -1 ? null : (
                <>
                  <MoveButton choice={choice} by={-1} at={at} count={shown.length} onMove={move} />
                  <MoveButton choice={choice} by={1} at={at} count={shown.length} onMove={move} />
                </>
              )}
              {choice.own === true ? (
                <IconButton
                  size="icon-sm"
                  label={columnChooserTexts.remove(choice.header)}
                  onClick={() => toggle(choice)}
                >
                  <X />
                </IconButton>
              ) : null}
            </RemovableItem>
          );
        })}
      </ul>
      <p
        role="status"
        className={
          announcement === columnChooserTexts.oneColumnMustStay ? "px-3 pb-2 text-label text-warn" : "sr-only"
        }
      >
        {announcement}
      </p>
      {children}
      <div className="flex items-center justify-between gap-2 border-t border-line px-3 py-2">
        <span className="text-label text-ink-3 max-sm:invisible">{columnChooserTexts.resizeHint}</span>
        <Button
          size="sm"
          disabledReason={onReset === undefined ? columnChooserTexts.alreadyDefault : undefined}
          onClick={onReset}
        >
          {columnChooserTexts.reset}
        </Button>
      </div>
    </div>
  );
}

/** The focus stays with a row that is moved: `moved` names its button before the order changes. */
function useFocusOfMoved(places: readonly ColumnSetting[]) {
  const list = useRef<HTMLUListElement>(null);
  const moved = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the order has changed
  useEffect(() => {
    const wanted = moved.current;
    moved.current = undefined;
    if (wanted === undefined) return;
    const button = list.current?.querySelector(`[data-move="${CSS.escape(wanted)}"]`);
    if (button instanceof HTMLElement) button.focus();
  }, [places]);
  return { list, moved };
}

function MoveButton({
  choice,
  by,
  at,
  count,
  onMove,
}: {
  choice: ColumnChoice;
  by: 1 | -1;
  at: number;
  count: number;
  onMove: (choice: ColumnChoice, by: 1 | -1) => void;
}) {
  const atEnd = by === -1 ? at === 0 : at === count - 1;
  return (
    <IconButton
      size="icon-sm"
      data-move={`${choice.id} ${by}`}
      label={columnChooserTexts.move(choice.header, by === -1)}
      disabledReason={atEnd ? columnChooserTexts.firstOrLastColumn(by === -1) : undefined}
      onClick={() => onMove(choice, by)}
    >
      {by === -1 ? <ArrowUp /> : <ArrowDown />}
    </IconButton>
  );
}
