import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { InvocationFilters } from "@/lib/contract/invocations";
import { operations } from "@/lib/contract/operations";
import { act, readList, readOne } from "./bff.ts";

/** Keys of everything about invocations; a shorter key covers the longer ones. */
export const invocationKeys = {
  all: ["invocations"] as const,
  list: (filters: InvocationFilters) => ["invocations", "list", filters] as const,
  one: (id: string) => ["invocations", "one", id] as const,
  browsers: (id: string) => ["invocations", "one", id, "browsers"] as const,
};

export const invocationQueries = {
  /** One page of the newest first. */
  list: (filters: InvocationFilters) =>
    queryOptions({
      queryKey: invocationKeys.list(filters),
      queryFn: ({ signal }) => readList(operations.listInvocations, { query: filters }, signal),
      placeholderData: keepPreviousData,
    }),
  one: (id: string) =>
    queryOptions({
      queryKey: invocationKeys.one(id),
      queryFn: ({ signal }) => readOne(operations.retrieveInvocation, { params: { id } }, signal),
    }),
  /** Its active sessions. */
  browsers: (id: string) =>
    queryOptions({
      queryKey: invocationKeys.browsers(id),
      queryFn: ({ signal }) => readOne(operations.listInvocationBrowsers, { params: { id } }, signal),
    }),
};

export const invocationMutations = {
  /** Ends it as failed and destroys its sessions. */
  cancel: (id: string) =>
    mutationOptions({
      mutationKey: ["invocations", "cancel", id],
      mutationFn: (reason?: string) =>
        act(operations.updateInvocation, { params: { id }, body: { status: "failed" } }, reason),
    }),
};
