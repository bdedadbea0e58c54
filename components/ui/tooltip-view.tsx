"use client";

import { Tooltip as Radix } from "radix-ui";
import { type ReactNode, type Ref, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import type { TooltipEvents, TooltipHost } from "./tooltip-host.ts";

/** The tooltip of an element that is drawn elsewhere: `target`, which reports through `host`. */
export function TooltipView({
  text,
  side,
  target,
  host,
  open,
  onOpenChange,
  onDescribe,
}: {
  text: ReactNode;
  side: "top" | "right" | "bottom" | "left";
  target: HTMLButtonElement;
  host: RefObject<TooltipHost>;
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  /** Receives the id of what describes the element while the tooltip is open. */
  onDescribe: (id: string | undefined) => void;
}) {
  return (
    <Radix.Provider delayDuration={350} skipDelayDuration={200}>
      <Radix.Root
        {...(open === undefined ? {} : { open })}
        {...(onOpenChange === undefined ? {} : { onOpenChange })}
      >
        <Radix.Trigger asChild>
          <Borrowed key={keyOf(target)} target={target} host={host} onDescribe={onDescribe} />
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-80 rounded-md bg-ink px-2 py-1 text-label text-bg shadow-float animate-enter break-words"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

const keys = new WeakMap<Element, number>();
let lastKey = 0;

function keyOf(element: Element): number {
  const key = keys.get(element) ?? ++lastKey;
  keys.set(element, key);
  return key;
}

/** Stands in for the trigger: it draws nothing, and hands what the library would give to a trigger to the element that
 *  is there already, so that this keeps its focus. */
function Borrowed({
  target,
  host,
  onDescribe,
  ref,
  "aria-describedby": describedBy,
  ...events
}: TooltipEvents & {
  target: HTMLButtonElement;
  host: RefObject<TooltipHost>;
  onDescribe: (id: string | undefined) => void;
  ref?: Ref<HTMLButtonElement>;
  "aria-describedby"?: string;
}) {
  const given = useRef(ref);
  useLayoutEffect(() => {
    const { current } = given;
    if (typeof current !== "function") return;
    const undo = current(target);
    return typeof undo === "function" ? undo : () => void current(null);
  }, [target]);
  useLayoutEffect(() => {
    host.current.events = events;
  });
  useEffect(() => {
    const { current } = host;
    if (current.events !== undefined) current.missed?.(current.events);
    current.missed = undefined;
    return () => {
      current.events = undefined;
    };
  }, [host]);
  useEffect(() => {
    onDescribe(describedBy);
    return () => onDescribe(undefined);
  }, [onDescribe, describedBy]);
  return null;
}
