"use client";

import { usePathname, useRouter } from "next/navigation";
import { useCallback } from "react";
import { withoutBasePath } from "@/lib/bff/base-path";

/** Whether the page with this path is still open. */
export const isOpenPage = (pathname: string): boolean =>
  withoutBasePath(window.location.pathname) === pathname;

/** Opens another page once an act is answered, unless this one has been left meanwhile. */
export function useLeadOn(): (href: string) => void {
  const router = useRouter();
  const pathname = usePathname();
  return useCallback(
    (href) => {
      if (isOpenPage(pathname)) router.push(href);
    },
    [router, pathname],
  );
}
