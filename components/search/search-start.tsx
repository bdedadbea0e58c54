"use client";

import { useQuery } from "@tanstack/react-query";
import { Button } from "@/components/ui/button";
import { Skeleton } from "@/components/ui/skeleton";
import { isOff } from "@/lib/bff/evidence";
import { evidenceQueries } from "@/lib/queries/evidence";
import { invocationHistoryQueries } from "@/lib/queries/invocation-history";
import { exampleSearches } from "./example-searches.ts";
import { searchStartTexts, storedText } from "./search-messages.ts";
import { StoredLogsNotice } from "./stored-logs-notice.tsx";

/** The page before a search: what it searches, and three searches to begin with. */
export function SearchStart({ onSearch }: { onSearch: (q: string) => void }) {
  const state = useQuery(evidenceQueries.state());
  const evidence = state.data?.data;
  const failed = useQuery({
    ...invocationHistoryQueries.search({ status: ["failed"], limit: 1 }),
    retry: false,
  });
  const isPending = failed.isPending || state.isPending;
  const examples = exampleSearches(failed.data?.data.invocations[0], evidence?.stored.lines !== 0);
  return (
    <div className="grid justify-items-center gap-1 px-4 py-12 text-center">
      <p className="font-medium">{searchStartTexts.searchLogs}</p>
      <p className="max-w-lg text-balance text-ink-2">{searchStartTexts.whatIsSearched}</p>
      <div className="mt-1 grid min-h-7 items-center text-label text-ink-3">
        {evidence && (isOff(evidence.settings, "logs") ? <StoredLogsNotice /> : null)}
        {evidence && !(isOff(evidence.settings, "logs") && isOff(evidence.settings, "network")) ? (
          <p>{storedText(evidence)}</p>
        ) : null}
      </div>
      {isPending || examples.length > 0 ? (
        <p className="mt-4 text-label text-ink-3">{searchStartTexts.try}</p>
      ) : null}
      <div className="flex min-h-8 flex-wrap justify-center gap-2">
        {isPending
          ? [1, 2, 3].map((key) => <Skeleton key={key} className="h-8 w-40" />)
          : examples.map((q) => (
              <Button key={q} className="font-mono !font-normal text-label" onClick={() => onSearch(q)}>
                {q}
              </Button>
            ))}
      </div>
    </div>
  );
}
