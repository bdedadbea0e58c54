"use client";

import { type ComponentProps, createContext, use, useEffect, useState } from "react";
import type { MenuProps } from "./menu-view.tsx";
import { WaitingTrigger } from "./waiting-trigger.tsx";

const load = () => import("./menu-view.tsx");
type Parts = Awaited<ReturnType<typeof load>>;

/** The code of a menu, for what stands in it: nothing of a menu that is open may wait for code again. */
const PartsContext = createContext<Parts | undefined>(undefined);

/** A menu of acts or choices; its code arrives when it is first opened. Parts: `MenuItem`, `MenuRadioGroup` with
 *  `MenuRadioItem`, `MenuCheckboxItem`, `MenuLabel`, `MenuSeparator`. */
export function Menu(props: MenuProps) {
  const [asked, setAsked] = useState(props.defaultOpen === true);
  const [parts, setParts] = useState<Parts>();
  useEffect(() => {
    if (!asked) return;
    let here = true;
    void load().then(
      (module) => here && setParts(module),
      () => here && setAsked(false),
    );
    return () => {
      here = false;
    };
  }, [asked]);
  if (parts === undefined) {
    return (
      <WaitingTrigger
        trigger={props.trigger}
        popup="menu"
        prepare={() => void load().catch(() => undefined)}
        onAsk={() => setAsked(true)}
      />
    );
  }
  return (
    <PartsContext value={parts}>
      <parts.MenuView {...props} defaultOpen />
    </PartsContext>
  );
}

export function MenuItem(props: ComponentProps<Parts["MenuItem"]>) {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuItem {...props} />;
}

export function MenuRadioGroup(props: ComponentProps<Parts["MenuRadioGroup"]>) {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuRadioGroup {...props} />;
}

export function MenuRadioItem(props: ComponentProps<Parts["MenuRadioItem"]>) {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuRadioItem {...props} />;
}

export function MenuCheckboxItem(props: ComponentProps<Parts["MenuCheckboxItem"]>) {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuCheckboxItem {...props} />;
}

export function MenuLabel(props: ComponentProps<Parts["MenuLabel"]>) {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuLabel {...props} />;
}

export function MenuSeparator() {
  const parts = use(PartsContext);
  return parts === undefined ? null : <parts.MenuSeparator />;
}
