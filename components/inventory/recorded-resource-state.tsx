import { Badge } from "@/components/ui/badge";
import type { InventoryItem } from "@/lib/bff/inventory";
import { resourceTroubleTexts } from "./inventory-messages.ts";
import { recordedResourceStateTexts } from "./inventory-on-demand-messages.ts";

/** How much of the API's list the page shows: all, a part, or none. */
export type ListCoverage = "all" | "part" | "nothing";

/** State of a recorded resource. An extension appears in no page's list, so a recorded one counts as
 *  stored. */
export function RecordedResourceState({ item, beside }: { item: InventoryItem; beside: ListCoverage }) {
  if (item.ended_at_ms !== null)
    return (
      <Badge tone="neutral" glyph="square">
        {resourceTroubleTexts.gone}
      </Badge>
    );
  if (item.source === "pinned")
    return (
      <Badge tone="neutral" glyph="dash">
        {recordedResourceStateTexts.neverSeen}
      </Badge>
    );
  const recorded = Object.keys(item.details).length > 0;
  return item.kind === "extension" && recorded ? (
    <Badge tone="neutral" glyph="disc">
      {recordedResourceStateTexts.stored}
    </Badge>
  ) : (
    <Badge tone="neutral" glyph="ring">
      {beside === "part" ? recordedResourceStateTexts.notListedAbove : recordedResourceStateTexts.notListed}
    </Badge>
  );
}

/** Where an id was recorded from, as text; the operation's id where there is no text for it. */
export function formatSource(source: string): string {
  return Object.hasOwn(labels, source) ? (labels[source] ?? source) : source;
}

const labels: Readonly<Record<string, string>> = {
  pinned: "pinned",
  listPools: recordedResourceStateTexts.listOfPools,
  retrievePool: "pool",
  listBrowsers: recordedResourceStateTexts.listOfBrowsers,
  retrieveBrowser: "browser",
  createBrowser: recordedResourceStateTexts.browserStartedHere,
  acquireBrowser: recordedResourceStateTexts.browserAcquiredFromAPool,
  listInvocationBrowsers: recordedResourceStateTexts.browsersOfAnInvocation,
  listProxies: recordedResourceStateTexts.listOfProxies,
  retrieveProxy: recordedResourceStateTexts.lookUpOfTheProxy,
  checkProxy: "check",
  listProfiles: recordedResourceStateTexts.listOfProfiles,
  listExtensions: recordedResourceStateTexts.listOfExtensions,
  retrieveProfile: recordedResourceStateTexts.lookUpOfTheProfile,
};
