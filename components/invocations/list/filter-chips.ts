import { formatClock, formatDate } from "@/lib/format/full-time";
import { type FilterKey, filterFields, isListKey } from "./filter-fields.ts";
import { filterChipsTexts } from "./invocation-list-messages.ts";
import type { InvocationSearchParams } from "./invocation-search-params.ts";

/** An active filter as text. */
export interface FilterChip {
  readonly id: string;
  readonly key: FilterKey;
  /** Whether its values are excluded. */
  readonly excluded: boolean;
  readonly label: string;
  readonly text: string;
  /** Whether the dashboard applies it to the rows read, because the API has no such filter. */
  readonly isAppliedLocally: boolean;
  readonly removal: Partial<InvocationSearchParams>;
}

/** `failed, queued or running`. */
function either(values: readonly string[]): string {
  const last = values.at(-1) ?? "";
  return values.length < 2 ? last : filterChipsTexts.either(values.slice(0, -1).join(", "), last);
}

/** A filter's value as text: `failed`, `last 15 min`, `15 min ago`, `since 2026-01-01 00:00` in the operator's time zone. */
function singleText(key: FilterKey, value: string, zone: string): string {
  if (key !== "since" && key !== "started_before") return value;
  if (/^\d{4}-/.test(value)) {
    const moment = momentText(Date.parse(value), zone) ?? value;
    return key === "since" ? filterChipsTexts.since(moment) : moment;
  }
  const [, amount, unit] = /^(\d+)([smh])$/.exec(value) ?? [];
  const span = amount === undefined ? value : `${amount} ${unit === "m" ? "min" : unit}`;
  return key === "since" ? filterChipsTexts.last(span) : filterChipsTexts.ago(span);
}

/** Undefined: no time. */
function momentText(atMs: number, zone: string): string | undefined {
  if (Number.isNaN(atMs)) return undefined;
  const unit = atMs % 60_000 === 0 ? "minute" : atMs % 1_000 === 0 ? "second" : "ms";
  return `${formatDate(atMs, zone)} ${formatClock(atMs, zone, unit)}`;
}

/** All active filters, in the order of the fields. */
export function chipsOf(screen: InvocationSearchParams, zone: string): readonly FilterChip[] {
  return filterFields.flatMap(({ key, kind, label }): FilterChip[] => {
    if (!isListKey(key)) {
      const value = screen[key];
      if (value === undefined) return [];
      const text = singleText(key, value, zone);
      const isAppliedLocally = kind === "read";
      return [
        { id: key, key, excluded: false, label, text, isAppliedLocally, removal: { [key]: undefined } },
      ];
    }
    const [wanted, notKey] = [screen[key], `not_${key}` as const];
    const unwanted = screen[notKey];
    const chips: FilterChip[] = [];
    if (wanted !== undefined)
      chips.push({
        id: key,
        key,
        excluded: false,
        label,
        text: either(wanted),
        isAppliedLocally: wanted.length > 1,
        removal: { [key]: undefined },
      });
    if (unwanted !== undefined)
      chips.push({
        id: notKey,
        key,
        excluded: true,
        label,
        text: filterChipsTexts.not(either(unwanted)),
        isAppliedLocally: true,
        removal: { [notKey]: undefined },
      });
    return chips;
  });
}
