"use client";

import { type ComponentType, createElement, useState } from "react";
import { LazyTrigger } from "./lazy-trigger.tsx";
import type { MenuProps } from "./menu-view.tsx";

const load = () => import("./menu-view.tsx");
type Parts = Awaited<ReturnType<typeof load>>;

/** Set before the first menu opens: nothing in an open menu waits for code. */
let parts: Parts | undefined;

/**
 * A menu of actions or choices; its code loads when it is first opened. Parts: `MenuItem`, `MenuRadioGroup`
 * with `MenuRadioItem`, `MenuCheckboxItem`, `MenuLabel`, `MenuSeparator`.
 */
export function Menu(props: MenuProps) {
  const [opened, setOpened] = useState(false);
  if (opened && parts !== undefined) return <parts.MenuView {...props} />;
  const open = async () => {
    parts = await load();
    setOpened(true);
  };
  return (
    <LazyTrigger
      trigger={props.trigger}
      popup="menu"
      prepare={() => void load().catch(() => undefined)}
      onAsk={() => void open().catch(() => undefined)}
    />
  );
}

/** A part of an open menu: by then its code is loaded. */
const partOf =
  <Props extends object>(select: (loaded: Parts) => ComponentType<Props>) =>
  (props: Props) =>
    parts === undefined ? null : createElement(select(parts), props);

export const MenuItem = partOf((loaded) => loaded.MenuItem);
export const MenuRadioGroup = partOf((loaded) => loaded.MenuRadioGroup);
export const MenuRadioItem = partOf((loaded) => loaded.MenuRadioItem);
export const MenuCheckboxItem = partOf((loaded) => loaded.MenuCheckboxItem);
export const MenuLabel = partOf((loaded) => loaded.MenuLabel);
export const MenuSeparator = partOf((loaded) => loaded.MenuSeparator);
