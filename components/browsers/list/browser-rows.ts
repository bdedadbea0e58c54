// Browsers with what they belong to and use, by name, and the filters by these.
import { isDownProxy } from "@/components/inventory/unlisted-resources";
import type { InventoryItem } from "@/lib/bff/inventory";
import type { ListedSessionOrigin } from "@/lib/bff/session-origin";
import type { Browser } from "@/lib/contract/browsers";

export interface BrowserRow {
  readonly browser: Browser;
  readonly invocation: ListedSessionOrigin["invocation"] | undefined;
  readonly pool: string | undefined;
  readonly proxy: string | undefined;
  readonly isProxyDown: boolean;
  readonly profile: string | undefined;
  readonly activity: ListedSessionOrigin["activity"] | undefined;
}

/** Columns whose values filter, by their URL parameter. */
export const browserFacets = ["action", "pool", "proxy", "profile"] as const;
/** As much of such a value an address takes. */
export const mostFacetChars = 255;
/** The API does not filter by these: so many browsers are read to be filtered here. */
export const mostFiltered = 1_000;
export type BrowserFacet = (typeof browserFacets)[number];

/** What is recorded of pools and proxies, by id. */
export interface RecordedUses {
  readonly pools: ReadonlyMap<string, Pick<InventoryItem, "name">>;
  readonly proxies: ReadonlyMap<string, Pick<InventoryItem, "kind" | "name" | "details" | "ended_at_ms">>;
}

/** Joins a browser with its recorded origin and with what is recorded of what it uses. */
export function browserRowOf(
  browser: Browser,
  origin: ListedSessionOrigin | undefined,
  { pools, proxies }: RecordedUses,
): BrowserRow {
  const { proxy_id: proxyId, profile } = browser;
  // An older API sends no pool, and a pool may be sent without its name.
  const pool = browser.pool ?? origin?.pool;
  const proxy = proxies.get(proxyId ?? "");
  return {
    browser,
    invocation: origin?.invocation,
    pool: pool?.name || pools.get(pool?.id ?? "")?.name || pool?.id,
    proxy: proxy?.name || proxyId || undefined,
    isProxyDown: proxy !== undefined && isDownProxy(proxy),
    profile: profile?.name || profile?.id || undefined,
    activity: origin?.activity,
  };
}

/** The value of a row that a facet filters by; undefined where there is none. */
export const facetOf = (row: BrowserRow, facet: BrowserFacet): string | undefined =>
  facet === "action" ? row.invocation?.action_name : row[facet];

export interface FacetFilter {
  readonly facet: BrowserFacet;
  readonly value: string;
  readonly exclude: boolean;
}

/** Whether a row matches all filters; one without a value matches no filter but those that exclude. */
export const matchesFacets = (row: BrowserRow, filters: readonly FacetFilter[]): boolean =>
  filters.every(({ facet, value, exclude }) => (facetOf(row, facet) === value) !== exclude);
