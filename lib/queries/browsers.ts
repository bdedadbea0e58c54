import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { liveViewOperations } from "../bff/operations/browsers.ts";
import type { BrowserCreate, browserFilters } from "../contract/browsers.ts";
import { browserOperations } from "../contract/operations/browsers.ts";
import { bff } from "./bff.ts";

const all = ["browsers"] as const;

export const browserQueries = {
  all: () => all,
  lists: () => [...all, "list"] as const,
  list: (filters: z.output<typeof browserFilters>) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => bff.list(browserOperations.listBrowsers, { query: filters }, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** One session, including a deleted one. */
  detail: (id: string) =>
    queryOptions({
      queryKey: [...all, "detail", id] as const,
      queryFn: ({ signal }) =>
        bff.one(
          browserOperations.retrieveBrowser,
          { params: { id }, query: { include_deleted: true } },
          { signal },
        ),
    }),
} as const;

export const browserMutations = {
  create: () =>
    mutationOptions({
      mutationKey: [...all, "create"],
      mutationFn: (body: BrowserCreate) => bff.act(browserOperations.createBrowser, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  delete: () =>
    mutationOptions({
      mutationKey: [...all, "delete"],
      mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
        bff.act(browserOperations.deleteBrowser, { params: { id } }, { reason }),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
  /** The signed address of the live view, a secret: for a frame only, never stored. */
  openLiveView: () =>
    mutationOptions({
      mutationKey: [...all, "live-view"],
      mutationFn: ({ id }: { id: string }) => bff.act(liveViewOperations.openLiveView, { params: { id } }),
      gcTime: 0,
    }),
} as const;
