"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { View } from "@/lib/bff/views";
import { viewQueries } from "@/lib/queries/views";

/** Opens the operator's default view where the address says nothing. `awaited` until it is known that there is none. */
export function useDefaultView(
  isBare: boolean,
  open: (view: View) => void,
): { awaited: boolean; hasDefault: boolean } {
  const views = useQuery(viewQueries.list());
  const found = views.data?.items.find((view) => view.is_default);
  useEffect(() => {
    if (isBare && found !== undefined) open(found);
  }, [isBare, found, open]);
  // A store that does not answer must not keep the runs away.
  const unknown = views.isPending && views.failureCount === 0;
  return { awaited: isBare && (unknown || found !== undefined), hasDefault: found !== undefined };
}
