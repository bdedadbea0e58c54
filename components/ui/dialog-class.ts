/** The backdrop between a dialog and the page. */
export const scrimClass =
  "fixed inset-0 z-40 overscroll-contain bg-scrim data-[state=open]:animate-enter data-[state=closed]:animate-leave";

/** The dialog panel. */
export const panelClass =
  "fixed left-1/2 top-[12vh] z-50 flex max-h-[80vh] w-[calc(100vw-24px)] -translate-x-1/2 flex-col rounded-lg border border-line-strong bg-raised shadow-float data-[state=open]:animate-enter data-[state=closed]:animate-leave";
