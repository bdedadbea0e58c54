/** Floating panels: popovers, menus, select lists. */
export const floatClass =
  "z-50 rounded-lg border border-line-strong bg-raised text-ink shadow-float data-[state=open]:animate-enter data-[state=closed]:animate-leave";
