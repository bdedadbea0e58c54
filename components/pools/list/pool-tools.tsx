"use client";

import { ListSearch } from "@/components/layout/list-search";
import { LiveButton } from "@/components/layout/live-button";
import type { useListScreen } from "@/components/layout/use-list-screen";
import type { UrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { Select } from "@/components/ui/select";
import type { Pool } from "@/lib/contract/pools";
import { formatCount } from "@/lib/format/numbers";
import { poolToolsTexts } from "../pool-list-messages.ts";
import { isInState, type PoolRow, type PoolStateFilter, poolStates } from "../pool-rows.ts";
import type { PoolsSearchParams } from "../pool-search-params.ts";

export const stateLabels = {
  trouble: poolToolsTexts.inTrouble,
  filling: poolToolsTexts.filling,
  at_size: poolToolsTexts.atSize,
} as const satisfies Record<PoolStateFilter, string>;

/** Which pools the list shows. */
export function PoolFilters({
  screen: { value, set },
  list,
  rows,
}: {
  screen: UrlQuery<PoolsSearchParams>;
  list: ReturnType<typeof useListScreen<Pool>>;
  /** Every row of the page, whatever its state. */
  rows: readonly PoolRow[] | undefined;
}) {
  const counted = (label: string, count: number | undefined) =>
    count === undefined ? label : `${label} (${formatCount(count)})`;
  const options = [
    { value: "any", label: counted(poolToolsTexts.anyState, rows?.length) },
    ...poolStates.map((state) => ({
      value: state,
      label: counted(stateLabels[state], rows?.filter((row) => isInState(row, state)).length),
    })),
  ] as const;
  return (
    <>
      <ListSearch list={list} label={poolToolsTexts.searchPools} />
      <Select<PoolStateFilter | "any">
        label={poolToolsTexts.state}
        className="!w-40"
        value={value.state ?? "any"}
        onValueChange={(next) =>
          set({ state: next === "any" ? undefined : next, offset: undefined }, "replace")
        }
        options={options}
      />
    </>
  );
}

/** Whether the list is live, and the comparison of the selected pools. */
export function PoolTools({
  screen: { value, set },
  selected,
  onCompare,
}: {
  screen: UrlQuery<PoolsSearchParams>;
  selected: readonly Pool[];
  onCompare: () => void;
}) {
  return (
    <>
      <LiveButton
        live={value.live !== "off"}
        onChange={(live) =>
          set(live ? { live: undefined, from: undefined, to: undefined } : { live: "off" }, "replace")
        }
      />
      <Button
        disabledReason={selected.length < 2 ? poolToolsTexts.selectAtLeastTwoPools : undefined}
        onClick={onCompare}
      >
        {selected.length < 2
          ? poolToolsTexts.compare
          : poolToolsTexts.compareCount(formatCount(selected.length))}
      </Button>
    </>
  );
}
