"use client";

import {
  type ComponentProps,
  cloneElement,
  lazy,
  type ReactElement,
  type ReactNode,
  Suspense,
  useRef,
  useState,
} from "react";
import type { TooltipEvents, TooltipHost } from "./tooltip-host.ts";

const TooltipView = lazy(() =>
  import("./tooltip-view.tsx").then((module) => ({ default: module.TooltipView })),
);

type TargetProps = TooltipEvents & Pick<ComponentProps<"button">, "onPointerEnter" | "aria-describedby">;

/** A short text on hover and focus. The child must be one element that takes pointer and focus handlers. It stays where
 *  it is, with a text and without; the tooltip's code arrives when the pointer or the focus first comes. */
export function Tooltip({
  text,
  children,
  side = "top",
  open,
  onOpenChange,
}: {
  text: ReactNode;
  children: ReactElement<TargetProps>;
  side?: "top" | "right" | "bottom" | "left";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
}) {
  const [target, setTarget] = useState<HTMLButtonElement>();
  const [describedBy, setDescribedBy] = useState<string>();
  const host = useRef<TooltipHost>({ events: undefined, missed: undefined });
  const { props } = children;
  const own = props["aria-describedby"];
  const description = [own, describedBy].filter((id) => id !== undefined).join(" ");

  const come = (element: HTMLButtonElement, tell: (events: TooltipEvents) => void) => {
    if (target !== element) setTarget(element);
    if (host.current.events === undefined) host.current.missed = tell;
    else tell(host.current.events);
  };
  const leave = (tell: (events: TooltipEvents) => void) => {
    host.current.missed = undefined;
    if (host.current.events !== undefined) tell(host.current.events);
  };
  const told = cloneElement(children, {
    ...(description === "" ? {} : { "aria-describedby": description }),
    onPointerMove: (event) => {
      props.onPointerMove?.(event);
      come(event.currentTarget, (events) => events.onPointerMove?.(event));
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      come(event.currentTarget, (events) => events.onFocus?.(event));
    },
    onPointerLeave: (event) => {
      props.onPointerLeave?.(event);
      leave((events) => events.onPointerLeave?.(event));
    },
    onBlur: (event) => {
      props.onBlur?.(event);
      leave((events) => events.onBlur?.(event));
    },
    onPointerDown: (event) => {
      props.onPointerDown?.(event);
      leave((events) => events.onPointerDown?.(event));
    },
    onClick: (event) => {
      props.onClick?.(event);
      // It may have had the focus before there was anything to say.
      if (target !== event.currentTarget) setTarget(event.currentTarget);
      leave((events) => events.onClick?.(event));
    },
  });
  return (
    <>
      {text === undefined ? children : told}
      {target === undefined || text === undefined ? null : (
        <Suspense fallback={null}>
          <TooltipView
            {...{ text, side, target, host }}
            {...(open === undefined ? {} : { open })}
            {...(onOpenChange === undefined ? {} : { onOpenChange })}
            onDescribe={setDescribedBy}
          />
        </Suspense>
      )}
    </>
  );
}
