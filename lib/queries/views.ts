import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { ownOperations } from "../bff/operations.ts";
import type { ViewCreate, ViewUpdate } from "../bff/views.ts";
import { bff } from "./bff.ts";

const all = ["views"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

export const viewQueries = {
  all: () => all,
  /** The operator's own views and the shared ones. */
  list: () =>
    queryOptions({
      queryKey: [...all, "list"] as const,
      queryFn: ({ signal }) => bff.list(ownOperations.listViews, {}, { signal }),
      staleTime: 30_000,
    }),
} as const;

export const viewMutations = {
  create: () =>
    mutationOptions({
      mutationKey: [...all, "create"],
      mutationFn: (body: ViewCreate) => bff.act(ownOperations.createView, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  change: () =>
    mutationOptions({
      mutationKey: [...all, "change"],
      mutationFn: ({ id, ...body }: ViewUpdate & { id: string }) =>
        bff.act(ownOperations.updateView, { params: { id }, body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  remove: () =>
    mutationOptions({
      mutationKey: [...all, "remove"],
      mutationFn: (id: string) => bff.act(ownOperations.deleteView, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
} as const;
