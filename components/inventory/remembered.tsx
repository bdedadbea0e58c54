"use client";

import Link from "next/link";
import { useMemo } from "react";
import type { Column } from "@/components/data-table/column";
import { DataTable } from "@/components/data-table/data-table";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/empty-state";
import { CopyableId } from "@/components/ui/facts";
import { RelativeTime } from "@/components/ui/relative-time";
import { TruthLine } from "@/components/ui/truth-line";
import { type InventoryItem, inventoryLimits } from "@/lib/bff/inventory";
import { paths } from "@/lib/paths";
import { PinButton } from "./pin-button.tsx";
import { sourceWords } from "./source-words.ts";
import { useRemembered } from "./use-pins.ts";

type PageKind = "session" | "proxy" | "profile";

const words = {
  session: { title: "Sessions remembered", one: "session", where: (id: string) => paths.browser(id) },
  proxy: { title: "Proxies remembered", one: "proxy", where: (id: string) => paths.proxies({ open: id }) },
  profile: {
    title: "Profiles remembered",
    one: "profile",
    where: (id: string) => paths.profiles({ find: id }),
  },
} as const satisfies Record<PageKind, { title: string; one: string; where: (id: string) => string }>;

const nameOf = (item: InventoryItem) => item.label ?? item.name ?? item.id;

const columnsOf = (kind: PageKind): readonly Column<InventoryItem>[] => [
  {
    id: "state",
    header: "State",
    width: "7.5rem",
    cell: (item) =>
      item.ended_at_ms !== null ? (
        <Badge tone="neutral" glyph="square">
          gone
        </Badge>
      ) : item.source === "pinned" ? (
        <Badge tone="neutral" glyph="dash">
          never seen
        </Badge>
      ) : (
        <Badge tone="neutral" glyph="ring">
          not listed
        </Badge>
      ),
  },
  {
    id: "name",
    header: "Name or label",
    cell: (item) => (
      <Link href={words[kind].where(item.id)} className="text-accent hover:underline">
        {item.label ?? item.name ?? "unnamed"}
      </Link>
    ),
  },
  {
    id: "id",
    header: "Id",
    width: "17rem",
    cell: (item) => <CopyableId id={item.id} what={`${words[kind].one} id`} />,
  },
  { id: "source", header: "Learned from", width: "12rem", cell: (item) => sourceWords(item.source) },
  {
    id: "first",
    header: "First seen",
    width: "8rem",
    hideWhenNarrow: true,
    cell: (item) => <RelativeTime at={item.first_seen_ms} />,
  },
  {
    id: "last",
    header: "Last seen",
    width: "8rem",
    cell: (item) =>
      item.source === "pinned" ? (
        <span className="text-ink-3">never</span>
      ) : (
        <RelativeTime at={item.last_seen_ms} />
      ),
  },
  {
    id: "pin",
    header: "Pin",
    width: "6.5rem",
    align: "right",
    cell: (item) => <PinButton kind={kind} id={item.id} name={nameOf(item)} />,
  },
];
const columns = {
  session: columnsOf("session"),
  proxy: columnsOf("proxy"),
  profile: columnsOf("profile"),
} as const satisfies Record<PageKind, readonly Column<InventoryItem>[]>;

/** What the list on this page holds, by id or name, and whether that is the whole list. */
export interface Listed {
  readonly ids: ReadonlySet<string>;
  readonly whole: boolean;
}

/** Beside a whole list everything else is shown, but sessions that ended; beside a part of one only what is pinned. */
function isBeside(
  { ids, whole }: Listed,
  { kind, id, name, pinned_by, ended_at_ms }: InventoryItem,
): boolean {
  if (ids.has(id) || (name !== null && ids.has(name))) return false;
  return pinned_by !== null || (whole && !(kind === "session" && ended_at_ms !== null));
}

/**
 * The ids of a kind that answers of the API held but its list does not, pinned ones first. `listed` is undefined where
 * the API has no list: then what is remembered is all there is to show.
 */
export function Remembered({ kind, listed }: { kind: PageKind; listed: Listed | undefined }) {
  const query = useRemembered(kind);
  const { data, error } = query;
  const items = useMemo(
    () => data?.items.filter((item) => listed === undefined || isBeside(listed, item)),
    [data, listed],
  );
  const { title, one } = words[kind];
  // Beside a list there is nothing to say until there is something the list does not hold.
  if (listed !== undefined && (items === undefined || items.length === 0)) return null;
  return (
    <section aria-label={title} className="grid min-w-0 gap-2">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <h2 className="font-semibold">{title}</h2>
        <TruthLine
          readAtMs={data?.observedAtMs}
          source={
            listed === undefined
              ? "ids that answers of this API held, and those pinned by hand"
              : "known from other answers or pinned by hand, not in the API's list above"
          }
          completeness={
            data !== undefined && data.items.length >= inventoryLimits.most
              ? `the newest ${inventoryLimits.most}`
              : undefined
          }
        />
      </div>
      <DataTable
        caption={title}
        columns={columns[kind]}
        rows={items}
        rowKey={(item) => item.id}
        pageKeys={false}
        stickyHeader={false}
        skeletonRows={3}
        empty={
          <EmptyState title="Nothing remembered yet">
            A {one} is remembered as soon as any answer of the API holds its id.
          </EmptyState>
        }
        error={error ?? undefined}
        onRetry={() => void query.refetch()}
        retrying={query.isFetching}
      />
    </section>
  );
}
