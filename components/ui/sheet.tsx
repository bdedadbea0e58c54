"use client";

import { lazy, Suspense } from "react";
import type { SheetProps } from "./sheet-view.tsx";
import { useLatched } from "./use-latched.ts";

const SheetView = lazy(() => import("./sheet-view.tsx").then((module) => ({ default: module.SheetView })));

/** A side sheet for the row in focus. It does not take the page away: the list beside it stays live and keeps the
 *  keyboard, so j/k walk on. Where there is room the page gives it a column (see `data-docked-sheet`), on a phone it
 *  fills the screen. Its code arrives with the first opening. */
export function Sheet(props: SheetProps) {
  const ever = useLatched(props.open);
  return (
    <>
      {/* Already in the server's HTML, so that the page does not make room only when the sheet comes. */}
      {props.open ? <span hidden data-docked-sheet="" /> : null}
      {ever ? (
        <Suspense fallback={null}>
          <SheetView {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
