"use client";

import { useEffect, useRef, useState } from "react";

/** Distance from the window at which something counts as seen, so that it is there when it is scrolled to. */
const marginPx = 160;

/** Whether an element was ever in or near the window: drawings that nobody sees are not made. */
export function useSeen<T extends Element>() {
  const ref = useRef<T>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (seen || element === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true);
      },
      { rootMargin: `${marginPx}px` },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [seen]);
  return { ref, seen };
}
