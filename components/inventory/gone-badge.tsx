"use client";

import { useQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import type { InventoryKind } from "@/lib/bff/inventory";
import { paces } from "@/lib/paces";
import { inventoryQueries } from "@/lib/queries/inventory";
import { goneBadgeTexts } from "./inventory-messages.ts";
import { hasEnded } from "./unlisted-resources.ts";

/** After what refers to a resource by id or name: that the API no longer has it; nothing while it has. */
export function GoneBadge({ kind, id }: { kind: InventoryKind; id: string }) {
  const { data: isGone } = useQuery({
    ...inventoryQueries.kind(kind),
    refetchInterval: paces.refresh.figuresMs,
    select: ({ items }) => hasEnded(items, id),
  });
  if (isGone !== true) return null;
  return (
    <>
      {" "}
      <Badge tone="warn" glyph="triangle">
        {goneBadgeTexts.gone}
      </Badge>
    </>
  );
}
