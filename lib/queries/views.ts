import { mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { viewOperations } from "../bff/operations/views.ts";
import type { ViewCreate, ViewUpdate } from "../bff/views.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["views"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

export const viewQueries = {
  all: () => all,
  /** The operator's own and the shared views. */
  list: () =>
    queryOptions({
      queryKey: [...all, "list"] as const,
      queryFn: ({ signal }) => bff.list(viewOperations.listViews, {}, { signal }),
      staleTime: paces.stale.calmMs,
    }),
} as const;

export const viewMutations = {
  create: () =>
    mutationOptions({
      mutationKey: [...all, "create"],
      mutationFn: (body: ViewCreate) => bff.act(viewOperations.createView, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  change: () =>
    mutationOptions({
      mutationKey: [...all, "change"],
      mutationFn: ({ id, ...body }: ViewUpdate & { id: string }) =>
        bff.act(viewOperations.updateView, { params: { id }, body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  remove: () =>
    mutationOptions({
      mutationKey: [...all, "remove"],
      mutationFn: (id: string) => bff.act(viewOperations.deleteView, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
} as const;
