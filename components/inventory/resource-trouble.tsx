"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { StatusGlyph } from "@/components/ui/status-glyph";
import type { InventoryKind } from "@/lib/bff/inventory";
import { paces } from "@/lib/paces";
import { inventoryQueries } from "@/lib/queries/inventory";
import { resourceTroubleTexts } from "./inventory-messages.ts";
import { hasEnded, isDownProxy } from "./unlisted-resources.ts";

/** After what refers to a resource by id or name: that the API no longer has it, or that the proxy is down; else nothing. */
export function ResourceTrouble({ kind, id }: { kind: InventoryKind; id: string }) {
  const { data: trouble } = useQuery({
    ...inventoryQueries.kind(kind),
    refetchInterval: paces.refresh.figuresMs,
    select: ({ items }) =>
      hasEnded(items, id)
        ? "gone"
        : items.some((item) => item.id === id && isDownProxy(item))
          ? "down"
          : undefined,
  });
  if (trouble === undefined) return null;
  return (
    <>
      {" "}
      {trouble === "down" ? (
        <ProxyDown />
      ) : (
        <Badge tone="warn" glyph="triangle">
          {resourceTroubleTexts.gone}
        </Badge>
      )}
    </>
  );
}

/** After a proxy's name: its last check failed. */
export const ProxyDown = () => (
  <span className="inline-flex items-center gap-1 whitespace-nowrap text-bad">
    <StatusGlyph glyph="cross" />
    {resourceTroubleTexts.down}
  </span>
);
