"use client";

import type { ComponentProps } from "react";
import { useFocusHandoff } from "./return-focus.ts";

/** An item of a list with a button that removes it: the focus goes to the next one, the one before, or to `last`. */
export function RemovableItem({
  last,
  ...item
}: Omit<ComponentProps<"li">, "ref"> & {
  /** What is focused when this is the only one; absent: what the list stands in. */
  last?: (() => Element | null | undefined) | undefined;
}) {
  return <li ref={useFocusHandoff(last)} {...item} />;
}
