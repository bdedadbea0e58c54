"use client";

import clsx from "clsx";
import { type ComponentType, useState } from "react";
import type { ComboboxProps } from "./combobox-view.tsx";
import { useFieldControl } from "./field.tsx";
import { typedClass } from "./input.tsx";

const load = () => import("./combobox-view.tsx");

/** Free text with suggestions. What is typed counts as it stands; a suggestion only saves typing. `onValueChange`
 *  follows each key, `onCommit` fires on Enter, on a chosen suggestion and on leaving the box. The list's code arrives
 *  when the box is first focused; typing goes on meanwhile. */
export function Combobox(props: ComboboxProps) {
  const [View, setView] = useState<ComponentType<ComboboxProps>>();
  if (View !== undefined) return <View {...props} />;
  return <PlainBox {...props} onReady={(view) => setView(() => view)} />;
}

function PlainBox({
  value,
  onValueChange,
  onCommit,
  label,
  placeholder,
  mono = false,
  onReady,
}: ComboboxProps & { onReady: (view: ComponentType<ComboboxProps>) => void }) {
  const control = useFieldControl();
  return (
    <input
      {...control}
      role="combobox"
      aria-expanded={false}
      aria-autocomplete="list"
      aria-label={label}
      autoComplete="off"
      placeholder={placeholder}
      value={value}
      onPointerEnter={() => void load().catch(() => undefined)}
      onFocus={(event) => {
        const box = event.currentTarget;
        void load().then(
          ({ ComboboxView }) => {
            // Who has moved on meanwhile must not be called back.
            if (document.activeElement === box) onReady(ComboboxView);
          },
          () => undefined,
        );
      }}
      onChange={(event) => onValueChange(event.target.value)}
      onBlur={() => onCommit?.(value)}
      onKeyDown={(event) => {
        if (event.key !== "Enter") return;
        event.stopPropagation();
        onCommit?.(value);
      }}
      className={clsx(typedClass, "h-8", mono && "font-mono text-label")}
    />
  );
}
