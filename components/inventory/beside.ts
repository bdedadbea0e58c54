import type { InventoryItem } from "@/lib/bff/inventory";

/** What the list on a page holds, and whether that is the whole list. */
export interface Listed {
  /** Undefined until the list is read: nothing is known to be missing from it. */
  readonly ids: ReadonlySet<string> | undefined;
  /** What they are called, for a kind that is referred to by name. */
  readonly names?: ReadonlySet<string> | undefined;
  readonly whole: boolean;
}

type Remembered = Pick<InventoryItem, "kind" | "id" | "name" | "label" | "pinned_by" | "ended_at_ms">;

/** Whether a part of its id, name or label is what is sought, in any case. Nothing sought: everything is. */
export function isSought(
  sought: string | undefined,
  { id, name, label }: Pick<Remembered, "id" | "name" | "label">,
): boolean {
  const part = sought?.toLowerCase() ?? "";
  return part === "" || [id, name, label].some((text) => text?.toLowerCase().includes(part));
}

/**
 * Beside a whole list everything else is shown, but sessions that ended; beside a part of one only what is pinned. A pin
 * on the name of something listed is shown: nowhere else could it be taken back.
 */
export function isBeside(
  { ids, names, whole }: Listed,
  { kind, id, name, pinned_by, ended_at_ms }: Remembered,
): boolean {
  if (ids === undefined || ids.has(id)) return false;
  if (pinned_by !== null) return true;
  if (names?.has(id) || (name !== null && names?.has(name))) return false;
  return whole && !(kind === "session" && ended_at_ms !== null);
}

/**
 * The items without those that are another one's name: what is referred to by its name alone is remembered under it
 * until its id is seen. A pinned one stays, since somebody asked for it.
 */
export function withoutAliases<Item extends Remembered>(items: readonly Item[]): readonly Item[] {
  const named = new Set(items.flatMap(({ id, name }) => (name === null || name === id ? [] : [name])));
  return items.filter(({ id, name, pinned_by }) => pinned_by !== null || name !== id || !named.has(id));
}

/** The labelled things a search is for that the list does not show: the API searches ids and names alone. */
export function soughtByLabel(
  sought: string | undefined,
  pins: Iterable<Remembered>,
  ids: ReadonlySet<string>,
): readonly string[] {
  const part = sought?.toLowerCase() ?? "";
  if (part === "") return [];
  return [...pins].flatMap(({ id, label }) =>
    !ids.has(id) && label?.toLowerCase().includes(part) ? [id] : [],
  );
}

/**
 * What labels found before what the list answered, each thing once: a pin by name and one by id may lead to the same.
 */
export function foundFirst<T>(
  found: readonly T[],
  items: readonly T[],
  idOf: (item: T) => string,
): readonly T[] {
  const listed = new Set(items.map(idOf));
  const others = new Map(found.flatMap((thing) => (listed.has(idOf(thing)) ? [] : [[idOf(thing), thing]])));
  return [...others.values(), ...items];
}

/** Pinned things first, the others behind them; each part keeps its order. */
export function pinnedFirst<T>(
  items: readonly T[],
  pins: ReadonlyMap<string, unknown>,
  idOf: (item: T) => string,
): readonly T[] {
  if (pins.size === 0) return items;
  const pinned = items.filter((item) => pins.has(idOf(item)));
  return pinned.length === 0 ? items : [...pinned, ...items.filter((item) => !pins.has(idOf(item)))];
}
