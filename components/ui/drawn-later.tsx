"use client";

import { type ReactNode, startTransition, useEffect, useState } from "react";

/** Draws its children in a task of their own, after what is around them: a key that is pressed meanwhile waits for less. */
export function DrawnLater({ fallback = null, children }: { fallback?: ReactNode; children: ReactNode }) {
  const [isDrawn, setDrawn] = useState(false);
  useEffect(() => startTransition(() => setDrawn(true)), []);
  return isDrawn ? children : fallback;
}
