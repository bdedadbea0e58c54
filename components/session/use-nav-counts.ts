"use client";

import { useQuery } from "@tanstack/react-query";
import type { NavCounts } from "@/components/layout/nav-items";
import { browserQueries } from "@/lib/queries/browsers";
import { invocationQueries } from "@/lib/queries/invocations";
import { poolQueries } from "@/lib/queries/pools";
import { profileQueries } from "@/lib/queries/profiles";
import { proxyQueries } from "@/lib/queries/proxies";
import { navCounts } from "./nav-counts.ts";

const refetchInterval = 10_000;
const limit = 100;

/** Figures for the navigation, kept about ten seconds young; a list that fails leaves its last figure. */
export function useNavCounts(): NavCounts {
  return navCounts({
    runningInvocations: useQuery({ ...invocationQueries.list({ status: "running", limit }), refetchInterval })
      .data,
    activeBrowsers: useQuery({ ...browserQueries.list({ status: "active", limit }), refetchInterval }).data,
    pools: useQuery({ ...poolQueries.list(), refetchInterval }).data,
    proxies: useQuery({ ...proxyQueries.list(), refetchInterval }).data,
    profiles: useQuery({ ...profileQueries.list({ limit }), refetchInterval: 60_000 }).data,
  });
}
