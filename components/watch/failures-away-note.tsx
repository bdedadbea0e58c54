"use client";

import { useFailuresAway } from "./use-failures-away.ts";

/** The note in the tab's title; draws nothing. */
export function FailuresAwayNote() {
  useFailuresAway();
  return null;
}
