import { Badge } from "@/components/ui/badge";
import type { InventoryItem } from "@/lib/bff/inventory";

/** How much of the API's list the page shows: all, a part, or none. */
export type ListCoverage = "all" | "part" | "nothing";

/** State of a recorded resource. An extension appears in no page's list, so a recorded one counts as
 *  stored. */
export function RecordedResourceState({ item, beside }: { item: InventoryItem; beside: ListCoverage }) {
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
  const recorded = Object.keys(item.details).length > 0;
  return item.kind === "extension" && recorded ? (
    <Badge tone="neutral" glyph="disc">
      stored
    </Badge>
  ) : (
    <Badge tone="neutral" glyph="ring">
      {beside === "part" ? "not listed above" : "not listed"}
    </Badge>
  );
}

/** Where an id was recorded from, as text; the operation's id where there is no text for it. */
export function formatSource(source: string): string {
  return Object.hasOwn(labels, source) ? (labels[source] ?? source) : source;
}

const labels: Readonly<Record<string, string>> = {
  pinned: "pinned",
  listPools: "list of pools",
  retrievePool: "pool",
  listBrowsers: "list of browsers",
  retrieveBrowser: "browser",
  createBrowser: "browser started here",
  acquireBrowser: "browser acquired from a pool",
  listInvocationBrowsers: "browsers of an invocation",
  listProxies: "list of proxies",
  retrieveProxy: "look-up of the proxy",
  checkProxy: "check",
  listProfiles: "list of profiles",
  listExtensions: "list of extensions",
  retrieveProfile: "look-up of the profile",
};
