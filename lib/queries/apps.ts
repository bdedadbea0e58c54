import { queryOptions } from "@tanstack/react-query";
import { operations } from "@/lib/contract/operations";
import { readList } from "./bff.ts";

export const appQueries = {
  /** Deployed versions with their actions, as far as one page reaches. */
  list: () =>
    queryOptions({
      queryKey: ["apps", "list"] as const,
      staleTime: 60_000,
      queryFn: ({ signal }) => readList(operations.listApps, { query: { limit: 100 } }, signal),
    }),
};
