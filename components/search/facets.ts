import type { SearchFilter } from "@/lib/bff/log-search-query";
import { withoutLineNumber } from "@/lib/format/line-parts";
import type { FoundEntry } from "./found-entries.ts";

/** A value with the number of entries that have it; undefined: those without one. */
export interface FacetValue {
  readonly value: string | undefined;
  readonly count: number;
}

export type FacetName = Extract<SearchFilter, "app" | "action" | "version" | "source" | "level">;

export interface Facet {
  readonly name: FacetName;
  /** Most frequent first, those without a value last. The counts add up to the number of entries. */
  readonly values: readonly FacetValue[];
}

const readers: Readonly<Record<FacetName, (entry: FoundEntry) => string | undefined>> = {
  app: ({ subject }) => subject.app,
  action: ({ subject }) => subject.action,
  version: ({ subject }) => subject.version,
  // Each place in a file that writes to the log would be one of its own.
  source: ({ source }) => source && withoutLineNumber(source),
  level: ({ level }) => (level === "none" ? undefined : level),
};
const order: readonly FacetName[] = ["app", "action", "version", "source", "level"];

/** How the entries divide by each facet; applications only where there are several. */
export function facetsOf(entries: readonly FoundEntry[]): Facet[] {
  return order.flatMap((name) => {
    const counts = new Map<string | undefined, number>();
    for (const entry of entries) {
      const value = readers[name](entry);
      counts.set(value, (counts.get(value) ?? 0) + 1);
    }
    const values = [...counts]
      .map(([value, count]) => ({ value, count }))
      .sort((one, other) => {
        if (one.value === undefined || other.value === undefined) return one.value === undefined ? 1 : -1;
        return other.count - one.count || (one.value < other.value ? -1 : 1);
      });
    const different = values.filter(({ value }) => value !== undefined).length;
    return different < (name === "app" ? 2 : 1) ? [] : [{ name, values }];
  });
}
