import { mutationOptions, queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import { ownOperations } from "@/lib/bff/operations";
import type { browserFilters } from "@/lib/contract/browsers";
import { operations } from "@/lib/contract/operations";
import { act, readList, readOne } from "./bff.ts";

export type BrowserFilters = z.output<typeof browserFilters>;

export const browserKeys = {
  all: ["browsers"] as const,
  list: (filters: BrowserFilters) => ["browsers", "list", filters] as const,
  one: (id: string) => ["browsers", "one", id] as const,
};

export const browserQueries = {
  list: (filters: BrowserFilters) =>
    queryOptions({
      queryKey: browserKeys.list(filters),
      queryFn: ({ signal }) => readList(operations.listBrowsers, { query: filters }, signal),
    }),
  /** A session, also one that has been deleted. */
  one: (id: string) =>
    queryOptions({
      queryKey: browserKeys.one(id),
      queryFn: ({ signal }) =>
        readOne(operations.retrieveBrowser, { params: { id }, query: { include_deleted: true } }, signal),
    }),
};

export const browserMutations = {
  delete: (id: string) =>
    mutationOptions({
      mutationKey: ["browsers", "delete", id],
      mutationFn: (reason?: string) => act(operations.deleteBrowser, { params: { id } }, reason),
    }),
  /** The signed address of the live view. Keep it in component state only, never in a cache or an address bar. */
  openLiveView: (id: string) =>
    mutationOptions({
      mutationKey: ["browsers", "live-view", id],
      gcTime: 0,
      mutationFn: () => act(ownOperations.openLiveView, { params: { id } }),
    }),
};
