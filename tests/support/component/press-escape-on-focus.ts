import { onTestFinished } from "vitest";

const opened = ":is([role=dialog], [role=alertdialog]):not([data-sheet])";

/** Presses Escape in what opens, other than a sheet, while it takes the focus, before anything else is drawn. Returns
 *  whether that was done. */
export function pressEscapeOnFocus() {
  const stop = new AbortController();
  onTestFinished(() => stop.abort());
  const press = ({ target }: FocusEvent) => {
    if (!(target instanceof Element) || target.closest(opened) === null) return;
    stop.abort();
    target.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", bubbles: true, cancelable: true }));
  };
  document.addEventListener("focusin", press, { signal: stop.signal });
  return () => stop.signal.aborted;
}
