// In a file of its own, as every page can make a search.
import type { QueryClient } from "@tanstack/react-query";

/** Key of everything about searches in logs. */
export const logSearchKey = ["log-search"] as const;

/**
 * To be called when a search is made: what was found for the same one before is not shown as its result. Only Back and
 * Forward show that.
 */
export function repeatSearch(client: QueryClient, q: string): void {
  const ofSearch = {
    queryKey: logSearchKey,
    predicate: ({ queryKey }: { readonly queryKey: readonly unknown[] }) => queryKey.at(-1) === q,
  };
  client.removeQueries({ ...ofSearch, type: "inactive" });
  // With it what is suggested where it found nothing.
  if (client.getQueryCache().findAll({ ...ofSearch, type: "active" }).length > 0)
    void client.resetQueries({ queryKey: logSearchKey, type: "active" });
}
