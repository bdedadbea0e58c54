"use client";

import { useState } from "react";

/** Whether `now` was true in any render since mount. */
export function useLatched(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
