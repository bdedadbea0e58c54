"use client";

import { type RefObject, useEffect, useRef } from "react";
import { focusAround, isFocusLost } from "@/components/ui/return-focus";
import { letGoOf, type TablePlace } from "./kept-place.ts";
import { focusRowInPlace } from "./row-focus.ts";

/** Leaves the keyboard at its row when a sheet closes, or the bar of a selection goes, with the button that had the
 *  focus: Tab and the row keys go on from there. */
export function useKeptPlace(
  table: RefObject<HTMLTableElement | null>,
  { active, selected }: TablePlace,
): void {
  const before = useRef<TablePlace>({ active, selected });
  useEffect(() => {
    const gone = letGoOf(before.current, { active, selected });
    before.current = { active, selected };
    // Who has scrolled on meanwhile is not taken back.
    if (gone !== undefined && isFocusLost() && !focusRowInPlace(table.current, gone))
      focusAround(table.current);
  }, [table, active, selected]);
}
