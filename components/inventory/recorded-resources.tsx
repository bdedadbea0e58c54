"use client";

import { useMemo, useState } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Button } from "@/components/ui/button";
import { DataFreshness } from "@/components/ui/data-freshness";
import { CopyableId } from "@/components/ui/description-list";
import { EmptyState } from "@/components/ui/empty-state";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { type InventoryItem, inventoryLimits } from "@/lib/bff/inventory";
import { formatCount } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { recordedResourcesTexts } from "./inventory-on-demand-messages.ts";
import { PinButton } from "./pin-button.tsx";
import { formatSource, type ListCoverage, RecordedResourceState } from "./recorded-resource-state.tsx";
import { isMissingFromList, type ListedIds, matchesSearch, withoutAliases } from "./unlisted-resources.ts";
import { useRecordedResources } from "./use-pins.ts";

/** The kinds whose lists have a page. */
export type PageKind = "session" | "pool" | "proxy" | "profile" | "extension";

const kindLabels = {
  session: {
    title: recordedResourcesTexts.otherBrowsers,
    one: "browser",
    where: (id: string) => paths.browser(id),
  },
  pool: { title: recordedResourcesTexts.otherPools, one: "pool", where: (id: string) => paths.pool(id) },
  proxy: {
    title: recordedResourcesTexts.otherProxies,
    one: "proxy",
    where: (id: string) => paths.proxies({ open: id }),
  },
  profile: {
    title: recordedResourcesTexts.otherProfiles,
    one: "profile",
    where: (id: string) => paths.profiles({ find: id }),
  },
  // An extension has no page of its own.
  extension: { title: recordedResourcesTexts.extensions, one: "extension", where: undefined },
} as const satisfies Record<
  PageKind,
  { title: string; one: string; where: ((id: string) => string) | undefined }
>;

/** Rows at first, and with each request for more. */
const shownAtOnce = 20;

const nameOf = (item: InventoryItem) => item.label ?? item.name ?? item.id;

const columnsOf = (kind: PageKind, beside: ListCoverage): readonly Column<InventoryItem>[] => [
  {
    id: "state",
    header: recordedResourcesTexts.state,
    card: "state",
    width: "7.5rem",
    cell: (item) => <RecordedResourceState item={item} beside={beside} />,
  },
  {
    id: "name",
    header: recordedResourcesTexts.nameOrLabel,
    card: "name",
    cell: (item) => {
      const { where } = kindLabels[kind];
      const name = item.label ?? item.name ?? "unnamed";
      return where === undefined ? (
        name
      ) : (
        <Link href={where(item.id)} className="text-accent hover:underline">
          {name}
        </Link>
      );
    },
  },
  {
    id: "id",
    header: recordedResourcesTexts.id,
    width: "17rem",
    cell: (item) => <CopyableId id={item.id} what={recordedResourcesTexts.idOf(kindLabels[kind].one)} />,
  },
  {
    id: "source",
    header: recordedResourcesTexts.seenIn,
    card: "note",
    width: "12rem",
    cell: (item) => formatSource(item.source),
  },
  {
    id: "first",
    header: recordedResourcesTexts.firstSeen,
    width: "8rem",
    hideWhenNarrow: true,
    cell: (item) => <RelativeTime at={item.first_seen_ms} />,
  },
  {
    id: "last",
    header: recordedResourcesTexts.lastSeen,
    card: "end",
    width: "8rem",
    cell: (item) =>
      item.source === "pinned" ? (
        <span className="text-ink-3">{recordedResourcesTexts.never}</span>
      ) : (
        <RelativeTime at={item.last_seen_ms} />
      ),
  },
  {
    id: "pin",
    header: recordedResourcesTexts.pin,
    card: "acts",
    width: "6.5rem",
    align: "right",
    cell: (item) => <PinButton kind={kind} id={item.id} name={nameOf(item)} />,
  },
];
const columnsByKind = (beside: ListCoverage) =>
  ({
    session: columnsOf("session", beside),
    pool: columnsOf("pool", beside),
    proxy: columnsOf("proxy", beside),
    profile: columnsOf("profile", beside),
    extension: columnsOf("extension", beside),
  }) satisfies Record<PageKind, readonly Column<InventoryItem>[]>;
const columns = {
  all: columnsByKind("all"),
  part: columnsByKind("part"),
  nothing: columnsByKind("nothing"),
} as const satisfies Record<ListCoverage, unknown>;

const sources = {
  all: recordedResourcesTexts.pinnedOrSeenEarlier,
  part: recordedResourcesTexts.pinnedNotOnPage,
  nothing: recordedResourcesTexts.pinnedOrInAnswers,
} as const satisfies Record<ListCoverage, string>;

/** Recorded ids of a kind that the API's list does not contain, pinned ones first. `listed` is undefined
 *  where the page shows no list: then all recorded ids are shown. `searchText` filters by id, name or label. */
export function RecordedResources({
  kind,
  listed,
  searchText,
  quiet = listed !== undefined,
}: {
  kind: PageKind;
  listed: ListedIds | undefined;
  searchText?: string | undefined;
  /** Renders nothing while there is nothing to show, as it does next to a list. */
  quiet?: boolean;
}) {
  const query = useRecordedResources(kind);
  const { data, error } = query;
  const items = useMemo(
    () =>
      data &&
      withoutAliases(data.items).filter(
        (item) =>
          (listed === undefined || isMissingFromList(listed, item)) && matchesSearch(searchText, item),
      ),
    [data, listed, searchText],
  );
  const [shown, setShown] = useState(shownAtOnce);
  const hiddenCount = Math.max(0, (items?.length ?? 0) - shown);
  const beside = listed === undefined ? "nothing" : listed.whole ? "all" : "part";
  const { title, one } = kindLabels[kind];
  if (quiet && (items === undefined ? error === null : items.length === 0)) return null;
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-center gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        {kind === "extension" ? (
          <span className="text-label text-ink-3">{recordedResourcesTexts.poolsLoadThem}</span>
        ) : null}
        <DataFreshness
          subject={title}
          readAtMs={data?.observedAtMs}
          source={sources[beside]}
          partial={
            data !== undefined && data.items.length >= inventoryLimits.most
              ? recordedResourcesTexts.theNewest(inventoryLimits.most)
              : undefined
          }
        />
      </div>
      <DataTable
        caption={title}
        columns={columns[beside][kind]}
        rows={items?.slice(0, shown)}
        rowKey={(item) => item.id}
        read={query}
        embedded
        skeletonRows={3}
        filters={{ names: searchText ? [`search “${searchText}”`] : [] }}
        empty={
          <EmptyState title={recordedResourcesTexts.noneYet}>
            {recordedResourcesTexts.eachAppearsHere(one)}
          </EmptyState>
        }
      />
      {hiddenCount === 0 ? null : (
        <Button className="justify-self-start" onClick={() => setShown(shown + shownAtOnce)}>
          {recordedResourcesTexts.showMore(formatCount(hiddenCount))}
        </Button>
      )}
    </section>
  );
}
