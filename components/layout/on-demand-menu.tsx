"use client";

import { cloneElement, type ReactElement, type ReactNode, Suspense, useState } from "react";
import type { ButtonProps } from "@/components/ui/button";

/** A trigger in the top bar whose menu's code arrives with the first click, so that no page pays for it. The trigger
 *  stays in place while it loads; `children` draws the menu around it, open at once. */
export function OnDemandMenu({
  trigger,
  children,
}: {
  trigger: ReactElement<ButtonProps>;
  children: (trigger: ReactElement<ButtonProps>) => ReactNode;
}) {
  const [asked, setAsked] = useState(false);
  const plain = cloneElement(trigger, { "aria-haspopup": "menu", onClick: () => setAsked(true) });
  return asked ? <Suspense fallback={plain}>{children(trigger)}</Suspense> : plain;
}
