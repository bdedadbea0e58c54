import type { InventoryItem } from "@/lib/bff/inventory";
import { type PastedTarget, resolvePasted } from "@/lib/format/pasted";
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
  run: "invocation",
  session: "browser",
  pool: "pool",
  proxy: "proxy",
  profile: "profile",
} as const satisfies Partial<Record<InventoryItem["kind"], PastedTarget["kind"]>>;
const isPlaced = (kind: InventoryItem["kind"]): kind is keyof typeof kinds => Object.hasOwn(kinds, kind);

function placeOf(kind: InventoryItem["kind"], id: string): string | undefined {
  // Extensions stand on the page of the pools that load them.
  if (kind === "extension") return paths.pools({ query: id });
  return isPlaced(kind) ? hrefOf({ kind: kinds[kind], id }) : undefined;
}

/** Where what is remembered may lead: those with a page, without what is offered already. */
export function rememberedTargets(
  items: readonly InventoryItem[],
  offered: readonly PaletteTarget[],
): readonly PaletteTarget[] {
  const taken = new Set(offered.map(({ href }) => href));
  return items
    .flatMap(({ kind, id, name, label }) => {
      const href = placeOf(kind, id);
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
