"use client";

import { usePathname, useRouter } from "next/navigation";
import { useCallback } from "react";
import { isLeavingPage, isOpenPage } from "./page-transition.ts";

/** Opens another page once an act is answered, unless this one has been left meanwhile. */
export function useOpenAfterAct(): (href: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  return useCallback(
    (href) => {
      if (isOpenPage(pathname) && !isLeavingPage()) router.push(href);
    },
    [router, pathname],
  );
}
