import type { InventoryItem } from "@/lib/bff/inventory";
import { type PastedTarget, resolvePasted } from "@/lib/format/pasted-target";
import { paths } from "@/lib/paths";

export interface PaletteTarget {
  readonly label: string;
  readonly id: string;
  readonly href: string;
}

/** Where a typed or pasted text may lead, surest first. */
export function paletteTargets(text: string): readonly PaletteTarget[] {
  return resolvePasted(text).map((target) => ({
    label: `Open ${target.kind}`,
    id: target.id,
    href: hrefOf(target),
  }));
}

const kinds = {
  invocation: "invocation",
  session: "browser",
  pool: "pool",
  proxy: "proxy",
  profile: "profile",
} as const satisfies Partial<Record<InventoryItem["kind"], PastedTarget["kind"]>>;
const hasPage = (kind: InventoryItem["kind"]): kind is keyof typeof kinds => Object.hasOwn(kinds, kind);

function resourceHrefOf(kind: InventoryItem["kind"], id: string): string | undefined {
  // Extensions are shown on the page of the pools that load them.
  if (kind === "extension") return paths.pools({ query: id });
  return hasPage(kind) ? hrefOf({ kind: kinds[kind], id }) : undefined;
}

/** Links to stored resources: those with a page, without duplicates of what is offered already. */
export function recordedResourceTargets(
  items: readonly InventoryItem[],
  offered: readonly PaletteTarget[],
): readonly PaletteTarget[] {
  const taken = new Set(offered.map(({ href }) => href));
  return items
    .flatMap(({ kind, id, name, label }) => {
      const href = resourceHrefOf(kind, id);
      return href === undefined ? [] : [{ label: `${label ?? name ?? "unnamed"} · ${kind}`, id, href }];
    })
    .filter(({ href }) => !taken.has(href));
}

function hrefOf({ kind, id, query }: PastedTarget): string {
  switch (kind) {
    case "invocation":
      return paths.invocation(id);
    case "browser":
      return paths.browser(id, query);
    case "pool":
      return paths.pool(id);
    case "proxy":
      return paths.proxies({ open: id });
    case "profile":
      return paths.profiles({ find: id });
  }
}
