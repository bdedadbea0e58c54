"use client";

import { lazy, Suspense } from "react";
import type { ConfirmDialogProps } from "./confirm-dialog-view.tsx";
import { loadPart } from "./load-part.ts";
import { useLatched } from "./use-latched.ts";

const loadView = loadPart(() =>
  import("./confirm-dialog-view.tsx").then((module) => ({ default: module.ConfirmDialogView })),
);
const ConfirmDialogView = lazy(loadView);
export const preloadConfirmDialog = loadView.ahead;

/** The last step before something destructive or costly. It names the object and the effect, focuses Cancel, fires at
 *  most once per opening while pending, and keeps itself open with the error when the act fails. Its code arrives with
 *  the first opening. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  if (!useLatched(props.open)) return null;
  return (
    <Suspense fallback={null}>
      <ConfirmDialogView {...props} />
    </Suspense>
  );
}
