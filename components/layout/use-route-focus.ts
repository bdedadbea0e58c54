"use client";

import { usePathname } from "next/navigation";
import { useEffect, useRef } from "react";
import { focusMain } from "@/components/ui/return-focus";

/** Another page takes the focus to its content: the link that led there is gone or lies in the sidebar, and without a
 *  place in the page a keyboard begins at its very top again. A change of the query is not another page. */
export function useRouteFocus(): void {
  const pathname = usePathname();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    // What the page itself focused stays, and a dialog hands over when it closes.
    const now = document.activeElement;
    if (now?.closest("main, [role=dialog], [role=alertdialog]") && now.id !== "main") return;
    focusMain();
  }, [pathname]);
}
