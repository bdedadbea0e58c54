"use client";

import { lazy, Suspense } from "react";
import type { DialogProps } from "./dialog-view.tsx";
import { loadPart } from "./load-part.ts";
import { useLatched } from "./use-latched.ts";

const loadView = loadPart(() =>
  import("./dialog-view.tsx").then((module) => ({ default: module.DialogView })),
);
const DialogView = lazy(loadView);
export const preloadDialog = loadView.ahead;

/** A modal dialog with a title, a scrolling body and an optional foot for its buttons. Its code arrives with the first
 *  opening. */
export function Dialog(props: DialogProps) {
  if (!useLatched(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <DialogView {...props} />
    </Suspense>
  );
}
