"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { NavCounts } from "@/components/layout/nav-items";
import { paces } from "@/lib/paces";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { poolQueries } from "@/lib/queries/pools";
import { profileQueries } from "@/lib/queries/profiles";
import { proxyQueries } from "@/lib/queries/proxies";
import { navCounts } from "./nav-counts.ts";

const refetchInterval = paces.refresh.countsMs;
const limit = 100;

/** Figures for the navigation, kept about ten seconds young; a list that fails leaves its last figure. The same object
 *  until a list says something new. */
export function useNavCounts(): NavCounts {
  const { data: runningInvocations } = useQuery({
    ...invocationQueries.list({ status: "running", limit }),
    refetchInterval,
  });
  const { data: activeBrowsers } = useQuery({
    ...browserQueries.list({ status: "active", limit }),
    refetchInterval,
  });
  const { data: pools } = useQuery({ ...poolQueries.list({ limit }), refetchInterval });
  const { data: proxies } = useQuery({ ...proxyQueries.list({ limit }), refetchInterval });
  const { data: profiles } = useQuery({
    ...profileQueries.list({ limit }),
    refetchInterval: paces.refresh.slowMs,
  });
  return useMemo(
    () => navCounts({ runningInvocations, activeBrowsers, pools, proxies, profiles }),
    [runningInvocations, activeBrowsers, pools, proxies, profiles],
  );
}
