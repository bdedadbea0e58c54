"use client";

import { useEffect } from "react";
import { holdPage } from "@/lib/queries/sign-in-again";

/** While `isHeld`, the page has what is stored nowhere: leaving it asks first, and a sign-in that ends does not leave it. */
export function useHoldPage(isHeld: boolean): void {
  useEffect(() => (isHeld ? holdPage() : undefined), [isHeld]);
}
