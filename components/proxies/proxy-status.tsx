"use client";

import { StatusBadge } from "@/components/ui/status-badge";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { useProxyCheck } from "./use-proxy-check.ts";

/** What the last check said, or that one is under way. */
export function ProxyStatus({ proxy }: { proxy: FleetProxy }) {
  const { pending } = useProxyCheck(proxy.id);
  return <StatusBadge of="health" status={pending ? "checking" : proxy.status} />;
}
