import type { ComponentProps } from "react";

/** What a tooltip wants to hear of the element it belongs to. */
export type TooltipEvents = Pick<
  ComponentProps<"button">,
  "onPointerMove" | "onPointerLeave" | "onPointerDown" | "onFocus" | "onBlur" | "onClick"
>;

/** What lies between an element and its tooltip, whose code may still be under way. */
export interface TooltipHost {
  /** Set once the tooltip listens. */
  events: TooltipEvents | undefined;
  /** Tells the tooltip what brought the pointer or the focus here before it listened; undefined when both have left. */
  missed: ((events: TooltipEvents) => void) | undefined;
}
