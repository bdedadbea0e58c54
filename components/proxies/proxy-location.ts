import type { Proxy as FleetProxy } from "@/lib/contract/proxies";

/** Country, state and city as far as they are set: `US · IL · chicago`. Undefined when none is. */
export function placeOf(proxy: FleetProxy): string | undefined {
  const { country, state, city } = proxy.config ?? {};
  const parts = [country, state, city].filter((part) => part !== null && part !== undefined && part !== "");
  return parts.length === 0 ? undefined : parts.join(" · ");
}

/** A proxy's display name: its name, or its id. */
export const nameOf = (proxy: FleetProxy): string => proxy.name || proxy.id;
