"use client";

import { type ComponentProps, useEffect, useLayoutEffect, useRef } from "react";

/** A panel in the top layer, placed by its class relative to `anchor`, for as long as it is mounted. */
export function AnchoredLayer({
  anchor,
  onEscape,
  ...rest
}: ComponentProps<"div"> & { anchor: HTMLElement; onEscape: () => void }) {
  const layer = useRef<HTMLDivElement>(null);
  const close = useRef(onEscape);
  useEffect(() => {
    close.current = onEscape;
  });
  useLayoutEffect(() => {
    layer.current?.showPopover({ source: anchor });
  }, [anchor]);
  useEffect(() => {
    // Dialogs listen at the document: this layer is above them and handles the key first.
    const press = (event: KeyboardEvent) => {
      if (event.key !== "Escape" || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      close.current();
    };
    window.addEventListener("keydown", press, { capture: true });
    return () => window.removeEventListener("keydown", press, { capture: true });
  }, []);
  return <div {...rest} ref={layer} popover="manual" />;
}
