"use client";

import { lazy, Suspense } from "react";
import { loadPart } from "./load-part.ts";
import type { SheetProps } from "./sheet-view.tsx";
import { useLatched } from "./use-latched.ts";

const loadView = loadPart(() => import("./sheet-view.tsx").then((module) => ({ default: module.SheetView })));
const SheetView = lazy(loadView);
export const preloadSheet = loadView.ahead;

/**
 * The column beside a sheet that is open. In the server's HTML, also where the sheet itself loads on demand, so that the
 * page does not make room only when the sheet comes.
 */
export const SheetRoom = () => <span hidden data-docked-sheet="" />;

/** A side sheet for the row in focus. It does not take the page away: the list beside it stays live and keeps the
 *  keyboard, so j/k go on from row to row. Where there is room the page gives it a column (see `data-docked-sheet`), on a phone it
 *  fills the screen. Its code arrives with the first opening. */
export function Sheet(props: SheetProps) {
  const ever = useLatched(props.open);
  return (
    <>
      {props.open ? <SheetRoom /> : null}
      {ever ? (
        <Suspense fallback={null}>
          <SheetView {...props} />
        </Suspense>
      ) : null}
    </>
  );
}
