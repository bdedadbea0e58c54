// Which rows are selected, by key, and how a click, a range or a key press changes that.

/** Selection as a table is given it. Who gives it keeps it: it survives paging and new data. */
export interface TableSelection {
  readonly selected: ReadonlySet<string>;
  readonly onChange: (selected: ReadonlySet<string>) => void;
  /** Offered once all of a page is selected and there is more: everything that matches. */
  readonly matching?: MatchingOffer | undefined;
}

export interface MatchingOffer {
  /** `Select all that match (newest up to 2,000)`. */
  readonly label: string;
  /** What is said once they are selected: `All 340 that match are selected`; undefined while they are not. */
  readonly done?: string | undefined;
  readonly pending: boolean;
  readonly onSelect: () => void;
}

/** Where a range begins, and what was selected beside it. */
export interface RangeStart {
  readonly anchor: string;
  readonly base: ReadonlySet<string>;
}

/** The keys from one row to another, both included, whichever comes first; `to` alone when `from` is not there. */
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

/** What is selected once a range reaches to `to`. A range that shrinks gives back what it had taken. */
export function extended(start: RangeStart, keys: readonly string[], to: string): ReadonlySet<string> {
  return new Set([...start.base, ...keysBetween(keys, start.anchor, to)]);
}

/** All of these rows selected, or, when they already are, none of them; others stay as they are. */
export function pageToggled(selected: ReadonlySet<string>, keys: readonly string[]): ReadonlySet<string> {
  if (pageState(selected, keys) !== true) return new Set([...selected, ...keys]);
  const gone = new Set(keys);
  return new Set([...selected].filter((key) => !gone.has(key)));
}

/** The state of the box that stands for a page. */
export function pageState(selected: ReadonlySet<string>, keys: readonly string[]): boolean | "indeterminate" {
  const count = keys.filter((key) => selected.has(key)).length;
  if (count === 0) return false;
  return count === keys.length ? true : "indeterminate";
}
