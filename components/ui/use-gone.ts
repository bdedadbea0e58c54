"use client";

import { type RefObject, useEffect, useRef } from "react";

/** Whether the component is gone: what happens to it then is shown to nobody. */
export function useGone(): Readonly<RefObject<boolean>> {
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);
  return gone;
}
