"use client";

import { type ComponentProps, cloneElement, type ReactElement } from "react";

/** What a trigger must take: every control of this folder does. */
export type TriggerProps = Pick<
  ComponentProps<"button">,
  "onClick" | "onPointerEnter" | "onFocus" | "onKeyDown" | "aria-haspopup" | "aria-expanded"
>;

/** A trigger whose popup's code is not there yet. It says what it will open, fetches the code as soon as someone comes
 *  near, and opens on a click or, for a menu, on an arrow. */
export function LazyTrigger({
  trigger,
  popup,
  prepare,
  onAsk,
}: {
  trigger: ReactElement<TriggerProps>;
  popup: "menu" | "dialog";
  /** Fetches the code; called often. */
  prepare: () => void;
  onAsk: () => void;
}) {
  const { props } = trigger;
  return cloneElement(trigger, {
    "aria-haspopup": popup,
    "aria-expanded": false,
    onPointerEnter: (event) => {
      props.onPointerEnter?.(event);
      prepare();
    },
    onFocus: (event) => {
      props.onFocus?.(event);
      prepare();
    },
    onClick: (event) => {
      props.onClick?.(event);
      if (!event.defaultPrevented) onAsk();
    },
    onKeyDown: (event) => {
      props.onKeyDown?.(event);
      if (popup !== "menu" || event.key !== "ArrowDown" || event.defaultPrevented) return;
      event.preventDefault();
      onAsk();
    },
  });
}
