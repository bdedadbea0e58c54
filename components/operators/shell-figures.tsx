"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { usePathname } from "next/navigation";
import { useEffect, useMemo } from "react";
import type { NavCounts } from "@/components/layout/nav-items";
import type { RecorderNoteState } from "@/components/layout/recorder-note";
import { paces } from "@/lib/paces";
import { paths } from "@/lib/paths";
import { alertQueries } from "@/lib/queries/alerts";
import { attentionQueries } from "@/lib/queries/attention";
import { browserQueries } from "@/lib/queries/browsers";
import { profileQueries } from "@/lib/queries/profiles";
import { proxyQueries } from "@/lib/queries/proxies";
import { navCounts } from "./nav-counts.ts";
import { useRecorderNote } from "./use-recorder-note.ts";

/** Fleet counts and recorder state shown in the shell. */
export interface ShellFigures {
  counts: NavCounts;
  recorder: RecorderNoteState | undefined;
}

/** Reads the shell's figures and reports them by `onChange`. Renders nothing, so its code can load after
 *  the page. */
export function ShellFigures({ onChange }: { onChange: (figures: ShellFigures) => void }) {
  const counts = useNavCounts();
  const recorder = useRecorderNote();
  // The shell is an ancestor, so results are passed up by callback.
  useEffect(() => onChange({ counts, recorder }), [counts, recorder, onChange]);
  return null;
}

const refetchInterval = paces.refresh.countsMs;
const limit = 100;

/** Counts for the navigation, polled; a failed request leaves the last count. The result is memoized. */
function useNavCounts(): NavCounts {
  const { data: activeBrowsers } = useQuery({
    ...browserQueries.list({ status: "active", limit }),
    refetchInterval,
  });
  // The overview asks for itself, and the count is that of its list.
  const isOverview = usePathname() === paths.overview();
  const { data: attention } = useQuery({
    ...(isOverview ? attentionQueries.now() : attentionQueries.counted()),
    enabled: !isOverview,
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const found = attention?.data;
  const { data: proxies } = useQuery({ ...proxyQueries.list({ limit }), refetchInterval });
  const { data: profiles } = useQuery({
    ...profileQueries.list({ limit }),
    refetchInterval: paces.refresh.slowMs,
  });
  // The bell's query: it reads more often.
  const { data: open } = useQuery({ ...alertQueries.open(), refetchInterval });
  const alerts = open?.data;
  return useMemo(
    () => navCounts({ activeBrowsers, attention: found, proxies, profiles, alerts }),
    [activeBrowsers, found, proxies, profiles, alerts],
  );
}
