import { preloadToasts } from "./toast.tsx";

/** Fetches the code of what opens over a page, so that nobody waits for it. Nothing happens when that fails: it is
 *  requested again when it is needed. */
export async function preloadOverlays(): Promise<void> {
  await Promise.allSettled([
    import("./menu-view.tsx"),
    import("./popover-view.tsx"),
    import("./select-view.tsx"),
    import("./dialog-view.tsx"),
    import("./confirm-dialog-view.tsx"),
    preloadToasts(),
  ]);
}
