"use client";

import clsx from "clsx";
import { useState } from "react";
import { filterText } from "@/lib/bff/log-search-query";
import { formatCount } from "@/lib/format/numbers";
import type { Facet, FacetName } from "./facets.ts";
import { facetListTexts, filterLabels, noValueLabels } from "./search-messages.ts";
import type { FilterValue } from "./split-search.ts";

const firstShown = 8;

/** How the matches divide; a click on a value filters by it, a second removes the filter. In a narrow window they scroll to the side, as the faded end says. */
export function FacetList({
  facets,
  isOn,
  onToggle,
}: {
  facets: readonly Facet[];
  isOn: (filter: FilterValue) => boolean;
  onToggle: (filter: FilterValue) => void;
}) {
  return (
    <aside
      aria-label={facetListTexts.filtersWithCounts}
      className="border-line max-lg:flex max-lg:gap-6 max-lg:overflow-x-auto max-lg:mask-r-from-[calc(100%-2.5rem)] max-lg:border-b max-lg:py-2 max-lg:pr-10 max-lg:pl-4 sm:max-lg:pl-5 lg:sticky lg:top-12 lg:max-h-[calc(100dvh-84px)] lg:overflow-y-auto lg:px-5 lg:py-2"
    >
      {facets.map((facet) => (
        <FacetSection key={facet.name} facet={facet} isOn={isOn} onToggle={onToggle} />
      ))}
    </aside>
  );
}

function FacetSection({
  facet: { name, values },
  isOn,
  onToggle,
}: {
  facet: Facet;
  isOn: (filter: FilterValue) => boolean;
  onToggle: (filter: FilterValue) => void;
}) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole || values.length <= firstShown + 1 ? values : values.slice(0, firstShown);
  const rest = values.slice(shown.length).reduce((sum, { count }) => sum + count, 0);
  return (
    <section aria-label={filterLabels[name]} className="max-lg:flex max-lg:items-center max-lg:gap-3 lg:pb-2">
      <h2 className="text-label font-medium text-ink-3 lg:mt-1">{filterLabels[name]}</h2>
      {shown.map(({ value, count }) => (
        <FacetRow key={value ?? ""} name={name} value={value} count={count} isOn={isOn} onToggle={onToggle} />
      ))}
      {rest === 0 ? null : (
        <button type="button" className={rowClass} onClick={() => setWhole(true)}>
          <span className="text-ink-3">{facetListTexts.more(values.length - shown.length)}</span>
          <Count value={rest} />
        </button>
      )}
    </section>
  );
}

const rowClass =
  "flex min-h-6 w-full items-center justify-between gap-2 text-left whitespace-nowrap max-lg:w-auto pointer-coarse:min-h-9";

const Count = ({ value }: { value: number }) => <span className="text-ink-3">{formatCount(value)}</span>;

function FacetRow({
  name,
  value,
  count,
  isOn,
  onToggle,
}: {
  name: FacetName;
  value: string | undefined;
  count: number;
  isOn: (filter: FilterValue) => boolean;
  onToggle: (filter: FilterValue) => void;
}) {
  if (value === undefined || filterText(name, value) === undefined) {
    return (
      <p className={rowClass}>
        <span className="truncate text-ink-2">{value ?? noValueLabels[name]}</span>
        <Count value={count} />
      </p>
    );
  }
  const isPressed = isOn({ name, value });
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      className={clsx(rowClass, "rounded-sm hover:underline", isPressed && "font-semibold")}
      onClick={() => onToggle({ name, value })}
    >
      <span className="truncate max-lg:max-w-40">{value}</span>
      <Count value={count} />
    </button>
  );
}
