"use client";

import { useState } from "react";
import {
  useKnownActions,
  useKnownPools,
  useKnownProfiles,
  useKnownProxies,
} from "@/components/inventory/known-resources";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import { formatCount } from "@/lib/format/numbers";
import { browserFacetTexts } from "./browser-list-messages.ts";
import { browserFilterFormTexts } from "./browser-list-on-demand-messages.ts";
import {
  type BrowserFacet,
  type BrowserRow,
  browserFacets,
  type FacetFilter,
  facetOf,
  mostFacetChars,
  mostFiltered,
} from "./browser-rows.ts";

const facetOptions = browserFacets.map((facet) => ({ value: facet, label: browserFacetTexts[facet] }));
const conditions = [
  { value: "is", label: browserFilterFormTexts.is },
  { value: "not", label: browserFilterFormTexts.isNot },
] as const;

/** Chooses a facet, a condition and a value. */
export function BrowserFilterForm({
  rows,
  onAdd,
}: {
  rows: readonly BrowserRow[];
  onAdd: (filter: FacetFilter) => void;
}) {
  const [facet, setFacet] = useState<BrowserFacet>("pool");
  const [condition, setCondition] = useState<(typeof conditions)[number]["value"]>("is");
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  const known = useKnownValues(rows, facet);
  const add = () => {
    const value = text.trim();
    if (value === "") setFault(browserFilterFormTexts.enterAValue);
    else if (value.length > mostFacetChars) setFault(browserFilterFormTexts.valueTooLong(mostFacetChars));
    else onAdd({ facet, value, exclude: condition === "not" });
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="grid grid-cols-[minmax(0,1fr)_5.5rem] gap-2">
        <Field label={browserFilterFormTexts.field}>
          <Select
            value={facet}
            options={facetOptions}
            onValueChange={(next) => {
              setFacet(next);
              setText("");
            }}
          />
        </Field>
        <Field label={browserFilterFormTexts.condition}>
          <Select value={condition} options={conditions} onValueChange={setCondition} />
        </Field>
      </div>
      <Field
        label={browserFilterFormTexts.value}
        error={fault}
        hint={browserFilterFormTexts.appliesToTheNewest(formatCount(mostFiltered))}
      >
        <Combobox
          value={text}
          onValueChange={(next) => {
            setText(next);
            setFault(undefined);
          }}
          suggestions={known}
        />
      </Field>
      <Button type="submit" variant="primary">
        {browserFilterFormTexts.addFilter}
      </Button>
    </form>
  );
}

/** The values to suggest for a facet: those of the rows, and those that are known. Rows have names, or ids without one. */
function useKnownValues(rows: readonly BrowserRow[], facet: BrowserFacet): readonly string[] {
  const known = {
    action: useKnownActions().actions,
    pool: useKnownPools(),
    proxy: useKnownProxies(),
    profile: useKnownProfiles(),
  };
  const values = [
    ...rows.flatMap((row) => facetOf(row, facet) ?? []),
    ...known[facet].map(({ label }) => label),
  ];
  return [...new Set(values)].sort();
}
