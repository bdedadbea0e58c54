import type { InventoryItem } from "@/lib/bff/inventory";
import { hasWords } from "@/lib/format/has-words";

/** The ids of the list on a page, and whether the list is complete. */
export interface ListedIds {
  /** Undefined while the list is loading: no resource counts as missing from it. */
  readonly ids: ReadonlySet<string> | undefined;
  /** Their names, for a kind that is referred to by name. */
  readonly names?: ReadonlySet<string> | undefined;
  readonly whole: boolean;
}

type RecordedResource = Pick<InventoryItem, "kind" | "id" | "name" | "label" | "pinned_by" | "ended_at_ms">;

/** Whether id, name or label contains the text, case-insensitively. An empty text matches all. */
export function matchesSearch(
  searchText: string | undefined,
  { id, name, label }: Pick<RecordedResource, "id" | "name" | "label">,
): boolean {
  const part = searchText?.toLowerCase() ?? "";
  return part === "" || [id, name, label].some((text) => text?.toLowerCase().includes(part));
}

/** Next to a complete list all other resources are shown except ended sessions; next to a partial list
 *  only pinned ones. A pin on the name of a listed resource is shown, because it can be removed nowhere
 *  else. */
export function isMissingFromList(
  { ids, names, whole }: ListedIds,
  { kind, id, name, pinned_by, ended_at_ms }: RecordedResource,
): boolean {
  if (ids === undefined || ids.has(id)) return false;
  if (pinned_by !== null) return true;
  if (names?.has(id) || (name !== null && names?.has(name))) return false;
  return whole && !(kind === "session" && ended_at_ms !== null);
}

/** Drops items whose id is another item's name: a resource referred to by name only is recorded under that
 *  name until its id is known. Pinned ones stay. */
export function withoutAliases<Item extends RecordedResource>(items: readonly Item[]): readonly Item[] {
  const named = new Set(items.flatMap(({ id, name }) => (name === null || name === id ? [] : [name])));
  return items.filter(({ id, name, pinned_by }) => pinned_by !== null || name !== id || !named.has(id));
}

/** Whether what an id or a name refers to has ended, as far as it is recorded. The record of a name alone does not say so:
 *  it lasts while something refers to it. */
export function hasEnded(
  items: readonly Pick<RecordedResource, "id" | "name" | "ended_at_ms">[],
  idOrName: string,
): boolean {
  const found = items.filter(({ id, name }) => name !== id && (id === idOrName || name === idOrName));
  return found.length > 0 && found.every(({ ended_at_ms }) => ended_at_ms !== null);
}

/** Whether it is a proxy whose last check failed, of those that the API still has. */
export const isDownProxy = ({
  kind,
  details,
  ended_at_ms,
}: Pick<InventoryItem, "kind" | "details" | "ended_at_ms">): boolean =>
  kind === "proxy" && ended_at_ms === null && details.status === "unavailable";

const textsIn = (value: unknown): string[] => {
  if (typeof value === "string") return [value];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

/** The listed items that have each word of the search: all, unless the API ignores it, as earlier versions do. */
export const soughtAmong = <T>(items: readonly T[], searchText: string | undefined): readonly T[] =>
  searchText ? items.filter((item) => hasWords(textsIn(item), searchText)) : items;

/** Whether what the API returned for a search shows that it ignores it. */
export const isSearchIgnored = (items: readonly unknown[], searchText: string | undefined): boolean =>
  soughtAmong(items, searchText).length < items.length;

/** Ids of pinned resources whose label matches and that the list does not contain: the API searches ids
 *  and names only. */
export function idsMatchingLabel(
  searchText: string | undefined,
  pins: Iterable<RecordedResource>,
  ids: ReadonlySet<string>,
): readonly string[] {
  const part = searchText?.toLowerCase() ?? "";
  if (part === "") return [];
  return [...pins].flatMap(({ id, label }) =>
    !ids.has(id) && label?.toLowerCase().includes(part) ? [id] : [],
  );
}

/** Label matches first, then the list's items, without duplicates: a pin by name and one by id can refer
 *  to the same resource. */
export function foundFirst<T>(
  found: readonly T[],
  items: readonly T[],
  idOf: (item: T) => string,
): readonly T[] {
  const listed = new Set(items.map(idOf));
  const others = new Map(found.flatMap((entry) => (listed.has(idOf(entry)) ? [] : [[idOf(entry), entry]])));
  return [...others.values(), ...items];
}

/** Pinned items first; both groups keep their order. */
export function pinnedFirst<T>(
  items: readonly T[],
  pins: ReadonlyMap<string, unknown>,
  idOf: (item: T) => string,
): readonly T[] {
  if (pins.size === 0) return items;
  const pinned = items.filter((item) => pins.has(idOf(item)));
  return pinned.length === 0 ? items : [...pinned, ...items.filter((item) => !pins.has(idOf(item)))];
}
