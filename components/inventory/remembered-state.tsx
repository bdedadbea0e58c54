import { Badge } from "@/components/ui/badge";
import type { InventoryItem } from "@/lib/bff/inventory";

/** What a page shows beside what is remembered: all of the API's list, a part of it, or none. */
export type Beside = "all" | "part" | "nothing";

/** Whether a list of the API was last seen to hold it: an extension is on no page's list, and may well be listed. */
export function RememberedState({ item, beside }: { item: InventoryItem; beside: Beside }) {
  if (item.ended_at_ms !== null)
    return (
      <Badge tone="neutral" glyph="square">
        gone
      </Badge>
    );
  if (item.source === "pinned")
    return (
      <Badge tone="neutral" glyph="dash">
        never seen
      </Badge>
    );
  const recorded = Object.keys(item.facts).length > 0;
  return item.kind === "extension" && recorded ? (
    <Badge tone="neutral" glyph="disc">
      stored
    </Badge>
  ) : (
    <Badge tone="neutral" glyph="ring">
      {beside === "part" ? "not above" : "not listed"}
    </Badge>
  );
}
