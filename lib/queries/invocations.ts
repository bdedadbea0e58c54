import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Invocation, InvocationCreate, InvocationFilters } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { paces } from "../paces.ts";
import { bff, type Page } from "./bff.ts";
import { readInvocationPage } from "./invocation-page.ts";
import { readMatching } from "./matching-invocations.ts";

const all = ["invocations"] as const;

/** What went in and came out may be megabytes each: lists that only count and time do not keep it. */
function withoutBodies(page: Page<Invocation>) {
  return { ...page, items: page.items.map(({ payload: _in, output: _out, ...run }) => run) };
}

export const invocationQueries = {
  /** Key of everything about invocations, for invalidation. */
  all: () => all,
  /** Key of every list, whatever its filters. */
  lists: () => [...all, "list"] as const,
  list: (filters: InvocationFilters) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => readInvocationPage(filters, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The newest that pass the filters, beyond one page: at most `atMost`. */
  newest: (filters: InvocationFilters, atMost: number) =>
    queryOptions({
      queryKey: [...all, "newest", filters, atMost] as const,
      queryFn: ({ signal }) => readMatching(filters, { atMost, signal }),
    }),
  /**
   * The newest runs of an action, of any version: when they ran and how they ended. What went in and came out is let
   * go at once, it may be megabytes each.
   */
  ofAction: (action: Pick<InvocationFilters, "app_name" | "action_name" | "status">, atMost: number) =>
    queryOptions({
      queryKey: [...all, "of-action", action, atMost] as const,
      queryFn: async ({ signal }) => withoutBodies(await readMatching(action, { atMost, signal })),
      staleTime: paces.stale.calmMs,
    }),
  /** The newest runs that have not ended, and nothing of what went into them. */
  underWay: (status: "queued" | "running", atMost: number) =>
    queryOptions({
      queryKey: [...all, "under-way", status, atMost] as const,
      queryFn: async ({ signal }) => withoutBodies(await readMatching({ status }, { atMost, signal })),
    }),
  detail: (id: string) =>
    queryOptions({
      queryKey: [...all, "detail", id] as const,
      queryFn: ({ signal }) =>
        bff.one(invocationOperations.retrieveInvocation, { params: { id } }, { signal }),
    }),
  /** Active sessions created within the invocation. */
  browsers: (id: string) =>
    queryOptions({
      queryKey: [...all, "browsers", id] as const,
      queryFn: ({ signal }) =>
        bff.one(invocationOperations.listInvocationBrowsers, { params: { id } }, { signal }),
    }),
} as const;

export const invocationMutations = {
  create: () =>
    mutationOptions({
      mutationKey: [...all, "create"],
      mutationFn: (body: InvocationCreate) => bff.act(invocationOperations.createInvocation, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => {
        // Not waited for: the answer is there, however long the lists take.
        void client.invalidateQueries({ queryKey: all });
      },
    }),
  /** Ends a running invocation as failed and destroys its browsers. */
  cancel: () =>
    mutationOptions({
      mutationKey: [...all, "cancel"],
      mutationFn: ({ id, reason }: { id: string; reason?: string }) =>
        bff.act(
          invocationOperations.updateInvocation,
          { params: { id }, body: { status: "failed" } },
          { reason },
        ),
      onSettled: (_data, _error, _variables, _result, { client }) =>
        client.invalidateQueries({ queryKey: all }),
    }),
} as const;
