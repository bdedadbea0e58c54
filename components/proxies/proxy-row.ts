import type { ProxyHistory } from "@/lib/bff/proxies";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import type { StripRange } from "./strip-marks.ts";

/** The recorded checks of one proxy. */
export type ProxyPast = ProxyHistory["proxies"][number];

/** One row: the proxy as the API lists it, and what the dashboard remembers of it. */
export interface ProxyRow {
  readonly proxy: FleetProxy;
  /** Undefined: no check in the range, or not read yet. */
  readonly past: ProxyPast | undefined;
  /** The range the history was read for; undefined while it is awaited. */
  readonly range: StripRange | undefined;
  readonly rangeWords: string;
  readonly pinned: boolean;
}
