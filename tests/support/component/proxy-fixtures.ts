// Proxy responses with defaults for fields that a test does not set.
import type { CheckSummary, ProxyCheckRecord, ProxyHistory, ProxySchedule } from "@/lib/bff/proxies";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";

/** A proxy that was never checked. */
export const proxyOf = (name: string, given: Partial<FleetProxy> = {}): FleetProxy => ({
  id: `id-${name}`,
  name,
  type: "datacenter",
  protocol: "http",
  config: { country: "DE", city: "frankfurt" },
  ...given,
});

export const markOf = (at_ms: number, given: Partial<ProxyCheckRecord> = {}): ProxyCheckRecord => ({
  at_ms,
  status: "available",
  latency_ms: 120,
  ip: null,
  source: "operator",
  ...given,
});

export const summaryOf = (given: Partial<CheckSummary> = {}): CheckSummary => ({
  checks: 1,
  available: 1,
  unavailable: 0,
  uptime: 1,
  from_ms: null,
  flap: null,
  p50_ms: null,
  p95_ms: null,
  measured: 0,
  ...given,
});

/** The recorded checks of an hour. */
export const checksOf = (...proxies: ProxyHistory["proxies"]): ProxyHistory => ({
  since_ms: Date.now() - 3_600_000,
  until_ms: Date.now(),
  began_at_ms: Date.now() - 7_200_000,
  complete: true,
  proxies,
});

export const scheduleOf = (given: Partial<ProxySchedule> = {}): ProxySchedule => ({
  enabled: false,
  every_minutes: 60,
  per_hour: 60,
  set_by: null,
  set_at_ms: null,
  spent: 0,
  ...given,
});
