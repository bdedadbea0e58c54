"use client";

import { useEffect } from "react";
import type { NavCounts } from "@/components/layout/nav-items";
import type { RecorderNoteFacts } from "@/components/layout/recorder-note";
import { useNavCounts } from "./use-nav-counts.ts";
import { useRecorderNote } from "./use-recorder-note.ts";

/** What the shell shows of the fleet once it has been read. */
export interface ShellFigures {
  counts: NavCounts;
  recorder: RecorderNoteFacts | undefined;
}

/** Reads the shell's figures and hands them on; draws nothing, so that it may arrive after the page. */
export function ShellFigures({ onChange }: { onChange: (figures: ShellFigures) => void }) {
  const counts = useNavCounts();
  const recorder = useRecorderNote();
  // The shell is above this in the tree: it hears of what the API said.
  useEffect(() => onChange({ counts, recorder }), [counts, recorder, onChange]);
  return null;
}
