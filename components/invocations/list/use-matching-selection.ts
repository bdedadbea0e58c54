"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useLayoutEffect, useRef, useState } from "react";
import type { TableSelection } from "@/components/data-table/selection";
import type { SelectedItems } from "@/components/data-table/use-selected-items";
import { notify } from "@/components/ui/toast";
import type { Invocation, InvocationFilters } from "@/lib/contract/invocations";
import { readFailure } from "@/lib/format/error-message";
import { formatCount } from "@/lib/format/numbers";
import { invocationQueries } from "@/lib/queries/invocations";
import type { Matching } from "../bulk/bulk-plan.ts";
import { matchingSelectionTexts } from "./invocation-list-messages.ts";
import { screenOfView } from "./invocation-search-params.ts";
import { narrow, newestReadLimit } from "./local-filters.ts";
import { type RecordRequest, readRecorded } from "./recorded-matching.ts";

/** Adds the offer to select all that match to the selection of the list. */
export function useMatchingSelection({
  list: { selection, identity, select },
  filters,
  filterText,
  isPartOfMore,
  record,
}: {
  list: SelectedItems<Invocation>;
  filters: Omit<InvocationFilters, "limit" | "offset">;
  filterText: string;
  /** Whether more rows match than this page shows. */
  isPartOfMore: boolean;
  /** The query for all matching rows, if the rows come from the recorder. */
  record: RecordRequest | undefined;
}): { selection: TableSelection; matching: Matching } {
  const client = useQueryClient();
  const [pending, setPending] = useState(false);
  /** The selection of all that match; the count of unread matches is unknown. */
  const [matched, setMatched] = useState<{ identity: object; all: Matching }>();
  /** The newest: what was selected by hand while all were read stays. */
  const latest = useRef(identity);
  useLayoutEffect(() => {
    latest.current = identity;
  });
  const all = matched?.identity === identity ? matched.all : "no";

  const readListed = async () => {
    const read = await client.fetchQuery(invocationQueries.newest(filters, newestReadLimit));
    const items = narrow(read.items, screenOfView(filterText), read.observedAtMs);
    return { items, complete: read.paging?.hasMore !== true };
  };
  const selectAll = async () => {
    setPending(true);
    try {
      const { items, complete } = record
        ? await readRecorded(client, record, newestReadLimit)
        : await readListed();
      if (latest.current === identity)
        setMatched({ identity: select(items), all: complete ? "yes" : "the-newest" });
    } catch (error) {
      notify.failed(matchingSelectionTexts.notSelected, readFailure(error).message);
    } finally {
      setPending(false);
    }
  };

  const count = formatCount(selection.selected.size);
  const offer: TableSelection = {
    ...selection,
    matching: isPartOfMore
      ? {
          label: matchingSelectionTexts.selectAllMatches(formatCount(newestReadLimit)),
          done:
            all === "no"
              ? undefined
              : all === "yes"
                ? matchingSelectionTexts.allMatchesAreSelected(count)
                : record
                  ? matchingSelectionTexts.historyMatchesSelected(count)
                  : matchingSelectionTexts.onlyNewestSelected({
                      selected: count,
                      read: formatCount(newestReadLimit),
                    }),
          pending,
          onSelect: () => void selectAll(),
        }
      : undefined,
  };
  return { selection: offer, matching: all };
}
