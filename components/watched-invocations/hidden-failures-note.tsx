"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTitlePrefix } from "@/components/layout/use-title-prefix";
import { formatCount } from "@/lib/format/numbers";
import { paces } from "@/lib/paces";
import { invocationQueries } from "@/lib/queries/invocations";
import { countWhileHidden, noFailures } from "./hidden-failures.ts";
import { useHidden } from "./use-hidden.ts";
import { hiddenFailuresNoteTexts } from "./watched-invocation-messages.ts";

/** Runs `useHiddenFailures`; renders nothing. */
export function HiddenFailuresNote() {
  useHiddenFailures();
  return null;
}

const limit = 100;

/** While the tab is hidden, shows in its title how many of the newest invocations have failed since; reset
 *  when it is visible. */
function useHiddenFailures(): void {
  const hidden = useHidden();
  const [hiddenSince, setHiddenSince] = useState<{ atMs: number }>();
  const [counted, setCounted] = useState<{ from: unknown; failures: typeof noFailures }>();
  if (hidden !== (hiddenSince !== undefined)) {
    setHiddenSince(hidden ? { atMs: Date.now() } : undefined);
    setCounted(undefined);
  }
  const { data, dataUpdatedAt } = useQuery({
    ...invocationQueries.list({ status: "failed", limit }),
    enabled: hidden,
    staleTime: 0,
    refetchInterval: paces.refresh.calmMs,
    refetchIntervalInBackground: true,
  });
  // A response from before the tab was hidden is no baseline.
  if (
    hiddenSince !== undefined &&
    data !== undefined &&
    dataUpdatedAt >= hiddenSince.atMs &&
    counted?.from !== data
  ) {
    const ids = data.items.map(({ id }) => id);
    setCounted({ from: data, failures: countWhileHidden(counted?.failures ?? noFailures, ids) });
  }
  const count = counted?.failures.newIds.size ?? 0;
  useTitlePrefix("failures", count === 0 ? undefined : hiddenFailuresNoteTexts.failed(formatCount(count)));
}
