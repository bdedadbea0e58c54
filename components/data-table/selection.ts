// Which rows are selected, by key, and how a click, a range or a key press changes that.

/** Selection as a prop of the table. The owner holds the state, which survives paging and new data. */
export interface TableSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Offered once a whole page is selected and more match. */
  readonly matching?: MatchingOffer | undefined;
}

export interface MatchingOffer {
  /** `Select all that match (newest up to 2,000)`. */
  readonly label: string;
  /** Shown once all are selected: `All 340 that match are selected`; undefined before. */
  readonly done?: string | undefined;
  readonly pending: boolean;
  readonly onSelect: () => void;
}

/** Where a range begins, and what was selected outside it. */
export interface RangeStart {
  readonly anchor: string;
  readonly base: ReadonlySet<string>;
}

/** The keys from one row to another, inclusive, in either order; only `to` when `from` is absent. */
export function keysBetween(keys: readonly string[], from: string, to: string): readonly string[] {
  const [a, b] = [keys.indexOf(from), keys.indexOf(to)];
  if (b === -1) return [];
  if (a === -1) return [to];
  return keys.slice(Math.min(a, b), Math.max(a, b) + 1);
}

export function toggled(selected: ReadonlySet<string>, key: string): ReadonlySet<string> {
  const next = new Set(selected);
  if (!next.delete(key)) next.add(key);
  return next;
}

/** The selection once a range reaches to `to`. A shrinking range deselects what it had added. */
export function extended(start: RangeStart, keys: readonly string[], to: string): ReadonlySet<string> {
  return new Set([...start.base, ...keysBetween(keys, start.anchor, to)]);
}

/** Selects all these rows or, when they already are, deselects them; others are unchanged. */
export function pageToggled(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  if (pageState(selected, keys) !== true) return new Set([...selected, ...keys]);
  const gone = new Set(keys);
  return new Set([...selected].filter((key) => !gone.has(key)));
}

/** State of the checkbox that represents a page. */
export function pageState(selected: ReadonlySet<string>, keys: readonly string[]): boolean | "indeterminate" {
  const count = keys.filter((key) => selected.has(key)).length;
  if (count === 0) return false;
  return count === keys.length ? true : "indeterminate";
}
