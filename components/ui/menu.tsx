"use client";

import { type ComponentProps, useState } from "react";
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

export function MenuItem(props: ComponentProps<Parts["MenuItem"]>) {
  return parts === undefined ? null : <parts.MenuItem {...props} />;
}

export function MenuRadioGroup(props: ComponentProps<Parts["MenuRadioGroup"]>) {
  return parts === undefined ? null : <parts.MenuRadioGroup {...props} />;
}

export function MenuRadioItem(props: ComponentProps<Parts["MenuRadioItem"]>) {
  return parts === undefined ? null : <parts.MenuRadioItem {...props} />;
}

export function MenuCheckboxItem(props: ComponentProps<Parts["MenuCheckboxItem"]>) {
  return parts === undefined ? null : <parts.MenuCheckboxItem {...props} />;
}

export function MenuLabel(props: ComponentProps<Parts["MenuLabel"]>) {
  return parts === undefined ? null : <parts.MenuLabel {...props} />;
}

export function MenuSeparator() {
  return parts === undefined ? null : <parts.MenuSeparator />;
}
