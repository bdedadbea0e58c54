"use client";

import {
  type ComponentProps,
  cloneElement,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { createPortal } from "react-dom";
import { AnchoredLayer } from "./anchored-layer.tsx";
import { withVisibleMarks } from "./visible-marks.ts";

type TargetProps = Pick<
  ComponentProps<"button">,
  | "onPointerEnter"
  | "onPointerMove"
  | "onPointerLeave"
  | "onPointerDown"
  | "onFocus"
  | "onBlur"
  | "onClick"
  | "aria-describedby"
>;

const opener = "[aria-haspopup][aria-expanded=true]";
const hoverMs = 350;
/** Time for the pointer to reach the text, which may be selected. */
const leaveMs = 100;

/**
 * A short text on hover and focus. The child must be one element that takes pointer and focus
 * handlers.
 */
export function Tooltip({
  text,
  children,
  opensOnClick = false,
}: {
  /** Without it the child is unchanged. */
  text: ReactNode;
  children: ReactElement<TargetProps>;
  /** A click opens it as well, for touch, which has no hover. */
  opensOnClick?: boolean;
}) {
  const id = useId();
  const [target, setTarget] = useState<HTMLElement>();
  const pressed = useRef(false);
  const pointed = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = (element: HTMLElement | undefined, delayMs = 0) => {
    clearTimeout(timer.current);
    if (delayMs === 0) setTarget(element);
    // Not over the menu that the control has opened meanwhile.
    else timer.current = setTimeout(() => setTarget(element?.matches(opener) ? undefined : element), delayMs);
  };
  if (text === undefined && target !== undefined) setTarget(undefined);
  const { props } = children;
  const leave = () => show(undefined, leaveMs);
  const trigger = () =>
    cloneElement(children, {
      ...(target === undefined
        ? {}
        : { "aria-describedby": `${props["aria-describedby"] ?? ""} ${id}`.trim() }),
      // Not as it is entered: a sheet that closes, or rows that come, move controls below a pointer that rests, and a tooltip that
      // nobody wants would take the next Escape.
      onPointerEnter: (event) => {
        props.onPointerEnter?.(event);
        pointed.current = false;
      },
      onPointerMove: (event) => {
        props.onPointerMove?.(event);
        if (event.pointerType === "touch" || pointed.current) return;
        pointed.current = true;
        show(event.currentTarget, hoverMs);
      },
      onPointerLeave: (event) => {
        props.onPointerLeave?.(event);
        pressed.current = false;
        leave();
      },
      onFocus: (event) => {
        props.onFocus?.(event);
        if (!pressed.current) show(event.currentTarget);
      },
      onBlur: (event) => {
        props.onBlur?.(event);
        show(undefined);
      },
      onPointerDown: (event) => {
        props.onPointerDown?.(event);
        pressed.current = true;
        show(undefined);
      },
      onClick: (event) => {
        props.onClick?.(event);
        pressed.current = false;
        show(opensOnClick ? event.currentTarget : undefined);
      },
    });
  return (
    <>
      {text === undefined ? children : trigger()}
      {target === undefined || text === undefined
        ? null
        : createPortal(
            <AnchoredLayer
              id={id}
              role="tooltip"
              anchor={target}
              onEscape={() => show(undefined)}
              onPointerEnter={() => show(target)}
              onPointerLeave={leave}
              className="inset-auto [position-area:top] [position-try-fallbacks:flip-block] m-1.5 max-w-80 rounded-md bg-ink px-2 py-1 text-label text-bg shadow-float animate-enter break-words"
            >
              {withVisibleMarks(text)}
            </AnchoredLayer>,
            document.body,
          )}
    </>
  );
}
