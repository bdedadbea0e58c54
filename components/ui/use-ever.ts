"use client";

import { useState } from "react";

/** Whether `now` has been true at any time since the caller is there. */
export function useEver(now: boolean): boolean {
  const [ever, setEver] = useState(now);
  if (now && !ever) setEver(true);
  return ever || now;
}
