import { basePath } from "@/lib/bff/base-path";
import { hasToken } from "@/lib/format/pasted-target";
import { paletteTargetsTexts } from "./layout-on-demand-messages.ts";
import { palettePages } from "./palette-pages.ts";
import type { PaletteTarget } from "./palette-targets.ts";

/** Where the dashboard is served. */
interface DashboardAddress {
  readonly origin: string;
  readonly basePath: string;
}

const maxAddressLength = 5_000;

/**
 * The page without an id that a text is the dashboard's own address of, with its filters: a whole URL of this origin, or
 * its path. Parameters with tokens are left out.
 */
export function pageAtAddress(
  text: string,
  at: DashboardAddress = { origin: window.location.origin, basePath },
): PaletteTarget | undefined {
  const address = text.trim();
  if (address.length > maxAddressLength || address === "/" || /\s/.test(address)) return;
  const isPath = /^\/(?!\/)/.test(address);
  const url = URL.parse(address, isPath ? at.origin : undefined);
  if (url === null || url.origin !== at.origin) return;
  const isBelow = url.pathname === at.basePath || url.pathname.startsWith(`${at.basePath}/`);
  if (!isPath && !isBelow) return;
  const path = (isBelow ? url.pathname.slice(at.basePath.length) : url.pathname).replace(/\/$/, "") || "/";
  const page =
    palettePages.find(({ href }) => href === path + url.hash) ??
    palettePages.find(({ href }) => href === path);
  if (page === undefined) return;
  const query = new URLSearchParams([...url.searchParams].filter(([, value]) => value !== ""));
  for (const [name, value] of [...query]) if (hasToken(name, value)) query.delete(name);
  const [pagePath = "", section] = page.href.split("#");
  return {
    label: paletteTargetsTexts.open(page.label),
    id: filterList(query),
    href: [pagePath, query.size === 0 ? "" : `?${query}`, section === undefined ? "" : `#${section}`].join(
      "",
    ),
  };
}

const filterList = (query: URLSearchParams) =>
  [...new Set(query.keys())]
    .map((name) => `${name.replaceAll("_", " ")}: ${query.getAll(name).join(", ")}`)
    .join("; ");
