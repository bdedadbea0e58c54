"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { TableSelection } from "@/components/data-table/selection";
import { notify } from "@/components/ui/toast";
import type { Invocation, InvocationFilters } from "@/lib/contract/invocations";
import { readFailure } from "@/lib/format/failure";
import { formatCount } from "@/lib/format/numbers";
import { invocationQueries } from "@/lib/queries/invocations";
import type { Matching } from "./bulk-plan.ts";
import { screenOfView } from "./invocation-screen.ts";
import { narrow, newestRead } from "./narrowing.ts";
import { type RecordAsked, readRecorded } from "./recorded-matching.ts";

interface Held {
  /** The filters it was made under: others select anew. */
  readonly filterText: string;
  readonly runs: ReadonlyMap<string, Invocation>;
  /** Whether these are all that match; how many of them were wanted and not read is unknown. */
  readonly all: Matching;
}

const nothing: ReadonlyMap<string, Invocation> = new Map();

/** The selected runs by id, whatever page they are on, each as it was read last. */
export function useSelectedRuns({
  shown,
  filters,
  filterText,
  isPartOfMore,
  record,
}: {
  shown: readonly Invocation[] | undefined;
  filters: Omit<InvocationFilters, "limit" | "offset">;
  filterText: string;
  /** Whether there are more than this page shows. */
  isPartOfMore: boolean;
  /** What is asked of the record, where the rows shown are its rows. */
  record: RecordAsked | undefined;
}) {
  const client = useQueryClient();
  const [kept, setKept] = useState<Held>();
  const [pending, setPending] = useState(false);
  const held = kept?.filterText === filterText ? kept : undefined;
  const runs = held?.runs ?? nothing;
  const all = held?.all ?? "no";

  const readListed = async () => {
    const read = await client.fetchQuery(invocationQueries.newest(filters, newestRead));
    const items = narrow(read.items, screenOfView(filterText), read.observedAtMs);
    return { items, complete: read.paging?.hasMore !== true };
  };
  const selectAll = async () => {
    setPending(true);
    try {
      const { items, complete } = record
        ? await readRecorded(client, record, newestRead)
        : await readListed();
      setKept({
        filterText,
        runs: new Map(items.map((run) => [run.id, run])),
        all: complete ? "yes" : "the-newest",
      });
    } catch (error) {
      notify.failed("Not selected", readFailure(error).message);
    } finally {
      setPending(false);
    }
  };

  const count = formatCount(runs.size);
  const selected = useMemo(() => new Set(runs.keys()), [runs]);
  const selection: TableSelection = {
    selected,
    onChange: (ids) => {
      const byId = new Map(shown?.map((run) => [run.id, run]));
      const next = [...ids].flatMap((id): [string, Invocation][] => {
        const run = byId.get(id) ?? runs.get(id);
        return run === undefined ? [] : [[id, run]];
      });
      setKept({ filterText, runs: new Map(next), all: "no" });
    },
    matching: isPartOfMore
      ? {
          label: `Select all that match (newest up to ${formatCount(newestRead)})`,
          done:
            all === "no"
              ? undefined
              : all === "yes"
                ? `All ${count} that match are selected.`
                : record
                  ? `${count} that the recorder has are selected; there may be more.`
                  : `${count} of the newest ${formatCount(newestRead)} are selected; older ones were not read.`,
          pending,
          onSelect: () => void selectAll(),
        }
      : undefined,
  };
  const selectedRuns = useMemo(() => {
    const byId = new Map(shown?.map((run) => [run.id, run]));
    return [...runs.values()].map((run) => byId.get(run.id) ?? run);
  }, [runs, shown]);
  return { selection, selectedRuns, matching: all, clear: () => setKept(undefined) };
}
