"use client";

import { StatusBadge } from "@/components/ui/status-badge";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { useProxyCheck } from "./use-proxy-check.ts";

/** The last check's verdict, or that one is in progress. */
export function ProxyStatus({ proxy }: { proxy: FleetProxy }) {
  const { pending } = useProxyCheck(proxy.id);
  return <StatusBadge of="health" status={pending ? "checking" : proxy.status} />;
}
