"use client";

import { lazy, Suspense, useState } from "react";
import { LazyTrigger } from "./lazy-trigger.tsx";
import type { PopoverProps } from "./popover-view.tsx";

const load = () => import("./popover-view.tsx");
const PopoverView = lazy(() => load().then((module) => ({ default: module.PopoverView })));

/** A small panel beside its trigger. Its code arrives when it is first opened. */
export function Popover(props: PopoverProps) {
  const { trigger, open, onOpenChange } = props;
  const [asked, setAsked] = useState(open === true);
  if (open === true && !asked) setAsked(true);
  const waiting = (
    <LazyTrigger
      trigger={trigger}
      popup="dialog"
      prepare={() => void load().catch(() => undefined)}
      onAsk={() => {
        setAsked(true);
        onOpenChange?.(true);
      }}
    />
  );
  if (!asked) return waiting;
  return (
    <Suspense fallback={waiting}>
      <PopoverView {...props} />
    </Suspense>
  );
}
