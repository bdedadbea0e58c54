"use client";

import { lazy, Suspense, useState } from "react";
import type { MenuProps } from "./menu-view.tsx";
import { WaitingTrigger } from "./waiting-trigger.tsx";

const load = () => import("./menu-view.tsx");
const MenuView = lazy(() => load().then((module) => ({ default: module.MenuView })));

/** A menu of acts or choices; its code arrives when it is first opened. Parts: `MenuItem`, `MenuRadioGroup` with
 *  `MenuRadioItem`, `MenuCheckboxItem`, `MenuLabel`, `MenuSeparator`. */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(props.defaultOpen === true);
  const waiting = (
    <WaitingTrigger
      trigger={props.trigger}
      popup="menu"
      prepare={() => void load().catch(() => undefined)}
      onAsk={() => setAsked(true)}
    />
  );
  if (!asked) return waiting;
  return (
    <Suspense fallback={waiting}>
      <MenuView {...props} defaultOpen />
    </Suspense>
  );
}

export const MenuItem = lazy(() => load().then((module) => ({ default: module.MenuItem })));
export const MenuRadioGroup = lazy(() => load().then((module) => ({ default: module.MenuRadioGroup })));
export const MenuRadioItem = lazy(() => load().then((module) => ({ default: module.MenuRadioItem })));
export const MenuCheckboxItem = lazy(() => load().then((module) => ({ default: module.MenuCheckboxItem })));
export const MenuLabel = lazy(() => load().then((module) => ({ default: module.MenuLabel })));
export const MenuSeparator = lazy(() => load().then((module) => ({ default: module.MenuSeparator })));
