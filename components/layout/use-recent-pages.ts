"use client";

import { usePathname } from "next/navigation";
import { useEffect, useMemo } from "react";
import { usePreference } from "@/components/ui/preferences";

const isOfThing = (pathname: string) =>
  /^\/(?:invocations|browsers|pools)\/[^/]+$/.test(pathname) &&
  !/^\/invocations\/(?:new|insight)$/.test(pathname);
const remembered = 6;

/** A path a line; a line that is not a path is left out. */
const parsePaths = (text: string | undefined): readonly string[] =>
  (text ?? "").split("\n").filter(isOfThing);

/** Paths of the invocations, browsers and pools this operator had open last, newest first, without the open one. The result
 *  is memoized: the entries of the palette are drawn from it. */
export function useRecentPages(): readonly string[] {
  const pathname = usePathname();
  const [text, write, read] = usePreference("recent-pages");
  useEffect(() => {
    if (!isOfThing(pathname)) return;
    const others = parsePaths(read()).filter((each) => each !== pathname);
    write([pathname, ...others].slice(0, remembered).join("\n"));
  }, [pathname, read, write]);
  return useMemo(() => parsePaths(text).filter((each) => each !== pathname), [text, pathname]);
}
