"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTitleNote } from "@/components/layout/title-note";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { invocationQueries } from "@/lib/queries/invocations";
import { countAway, nothingAway } from "./failures-away.ts";
import { useHidden } from "./use-hidden.ts";

const limit = 100;

/** While the tab is hidden, counts in its title the runs that fail among the newest; coming back ends the count. */
export function useFailuresAway(): void {
  const hidden = useHidden();
  const [left, setLeft] = useState<{ atMs: number }>();
  const [held, setHeld] = useState<{ from: unknown; away: typeof nothingAway }>();
  if (hidden !== (left !== undefined)) {
    setLeft(hidden ? { atMs: Date.now() } : undefined);
    setHeld(undefined);
  }
  const { data, dataUpdatedAt } = useQuery({
    ...invocationQueries.list({ status: "failed", limit }),
    enabled: hidden,
    staleTime: 0,
    refetchInterval: paces.refresh.calmMs,
    refetchIntervalInBackground: true,
  });
  // What was read before the operator left does not say what they left behind.
  if (left !== undefined && data !== undefined && dataUpdatedAt >= left.atMs && held?.from !== data) {
    const ids = data.items.map(({ id }) => id);
    setHeld({ from: data, away: countAway(held?.away ?? nothingAway, ids) });
  }
  const count = held?.away.fresh.size ?? 0;
  useTitleNote("failures", count === 0 ? undefined : `${formatCount(count)} failed`);
}
