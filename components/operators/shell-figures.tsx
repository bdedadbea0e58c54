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
import { isAbsent, isForbidden } from "@/lib/queries/bff";
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

/** The last answer could not be refreshed: the dashboard has failed, or the API. */
const isStale = ({ data, error }: { data: { stale: string | undefined } | undefined; error: Error | null }) =>
  error !== null || data?.stale !== undefined;

/** Counts for the navigation, polled; a failed request leaves the last count, marked as stale. The result is memoized. */
function useNavCounts(): NavCounts {
  const browsers = useQuery({
    ...browserQueries.list({ status: "active", limit }),
    refetchInterval,
  });
  // The overview asks for itself, and the count is that of its list.
  const isOverview = usePathname() === paths.overview();
  const attention = useQuery({
    ...(isOverview ? attentionQueries.now() : attentionQueries.counted()),
    enabled: !isOverview,
    refetchInterval,
    placeholderData: keepPreviousData,
  });
  const proxies = useQuery({ ...proxyQueries.list({ limit }), refetchInterval });
  const profiles = useQuery({
    ...profileQueries.list({ limit }),
    refetchInterval: paces.refresh.slowMs,
  });
  // The bell's query: it reads more often.
  const open = useQuery({ ...alertQueries.open(), refetchInterval });
  const isBrowsersStale = isStale(browsers);
  // What needs attention follows from records, which are not renewed while the API fails. An API that has no list of browsers,
  // or refuses it, need not fail.
  const isAttentionStale =
    isStale(attention) || (isBrowsersStale && !isAbsent(browsers.error) && !isForbidden(browsers.error));
  const isProxiesStale = isStale(proxies);
  const isProfilesStale = isStale(profiles);
  const isAlertsStale = isStale(open);
  return useMemo(
    () =>
      navCounts(
        {
          activeBrowsers: browsers.data,
          attention: attention.data?.data,
          proxies: proxies.data,
          profiles: profiles.data,
          alerts: open.data?.data,
        },
        {
          activeBrowsers: isBrowsersStale,
          attention: isAttentionStale,
          proxies: isProxiesStale,
          profiles: isProfilesStale,
          alerts: isAlertsStale,
        },
      ),
    [
      browsers.data,
      attention.data,
      proxies.data,
      profiles.data,
      open.data,
      isBrowsersStale,
      isAttentionStale,
      isProxiesStale,
      isProfilesStale,
      isAlertsStale,
    ],
  );
}
