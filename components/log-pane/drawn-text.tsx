"use client";

import { type DrawnState, useDrawn } from "./drawn-state.ts";

/** A text about the lines of a store, in a part that is not rendered with each batch of them. */
export function DrawnText({ drawn, text }: { drawn: DrawnState; text: () => string }) {
  return useDrawn(drawn, text);
}
