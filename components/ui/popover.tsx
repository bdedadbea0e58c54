"use client";

import { lazy, Suspense, useState } from "react";
import { LazyTrigger } from "./lazy-trigger.tsx";
import { loadPart } from "./load-part.ts";
import type { PopoverProps } from "./popover-view.tsx";

const loadView = loadPart(() =>
  import("./popover-view.tsx").then((module) => ({ default: module.PopoverView })),
);
const PopoverView = lazy(loadView);
export const preloadPopover = loadView.ahead;

/** A small panel beside its trigger. Its code arrives when it is first opened. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props;
  const [requested, setRequested] = useState(open === true);
  if (open === true && !requested) setRequested(true);
  const waiting = (
    <LazyTrigger
      trigger={trigger}
      popup="dialog"
      prepare={() => void preloadPopover()}
      onAsk={() => {
        setRequested(true);
        onOpenChange?.(true);
      }}
    />
  );
  if (!requested) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PopoverView {...props} />
    </Suspense>
  );
}
