import { preloadConfirmDialog } from "./confirm-dialog.tsx";
import { preloadDialog } from "./dialog.tsx";
import { preloadPopover } from "./popover.tsx";
import { preloadSelect } from "./select.tsx";
import { preloadSheet } from "./sheet.tsx";
import { preloadToasts } from "./toast.tsx";

/** Fetches the code of what opens over a page, so that nobody waits for it. Nothing happens when that fails: it is
 *  requested again when it is needed. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled([
    import("./menu-view.tsx"),
    preloadPopover(),
    preloadSelect(),
    preloadDialog(),
    preloadConfirmDialog(),
    preloadSheet(),
    preloadToasts(),
  ]);
}
