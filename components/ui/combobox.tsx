"use client";

import clsx from "clsx";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import type { ComboboxProps } from "./combobox-view.tsx";
import { useFieldControl } from "./field.tsx";
import { typedClass } from "./input.tsx";

const load = () => import("./combobox-view.tsx");
type Parts = Awaited<ReturnType<typeof load>>;
/** The list's code, and what was marked in the plain box when it came. */
interface Ready {
  readonly parts: Parts;
  readonly marked: readonly [number, number];
}

/** Free text with suggestions. What is typed counts as it stands; a suggestion only saves typing. `onValueChange`
 *  follows each key, `onCommit` fires on Enter, on a chosen suggestion and on leaving the box. The list's code arrives
 *  when the box is first focused; typing goes on meanwhile. */
export function Combobox(props: ComboboxProps) {
  const [ready, setReady] = useState<Ready>();
  if (ready === undefined) return <PlainBox {...props} onReady={setReady} />;
  return <ready.parts.ComboboxView {...props} range={ready.marked} />;
}

function PlainBox({
  value,
  onValueChange,
  onCommit,
  label,
  placeholder,
  mono = false,
  onReady,
}: ComboboxProps & { onReady: (ready: Ready) => void }) {
  const control = useFieldControl();
  const pressed = useRef(false);
  const ask = (box: HTMLInputElement) => {
    void load().then(
      (parts) => {
        // Who has moved on meanwhile must not be called back.
        if (document.activeElement !== box) return;
        const end = box.value.length;
        const marked = [box.selectionStart ?? end, box.selectionEnd ?? end] as const;
        // At once: with another box's change in one draw, this one could take the focus that the other has lost.
        flushSync(() => onReady({ parts, marked }));
      },
      () => undefined,
    );
  };
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
      // A box that goes while it is pressed takes the focus away with it: the click ends the press.
      onPointerDown={() => {
        pressed.current = true;
      }}
      onClick={(event) => {
        pressed.current = false;
        ask(event.currentTarget);
      }}
      onFocus={(event) => {
        if (!pressed.current) ask(event.currentTarget);
      }}
      onChange={(event) => onValueChange(event.target.value)}
      onBlur={() => {
        pressed.current = false;
        onCommit?.(value);
      }}
      onKeyDown={(event) => {
        if (event.key === "ArrowDown" || event.key === "ArrowUp") ask(event.currentTarget);
        if (event.key !== "Enter") return;
        event.stopPropagation();
        onCommit?.(value);
      }}
      className={clsx(typedClass, "h-8", mono && "font-mono text-label")}
    />
  );
}
