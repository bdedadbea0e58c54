import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type { Invocation, InvocationCreate, InvocationFilters } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { paces } from "../paces.ts";
import { bff, isNotFound, type Page } from "./bff.ts";
import { readInvocationPage } from "./invocation-page.ts";
import { readMatching } from "./matching-invocations.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["invocations"] as const;

/**
 * Whether the API no longer has an invocation that was read before. Not so where it cannot return one by its id, and the
 * dashboard has neither found it among the newest nor recorded it (`invocation_not_known`): it may still be running.
 */
export const isInvocationGone = (error: unknown): boolean =>
  isNotFound(error) && error.code !== "invocation_not_known";

/** Removes payload and output, which may be megabytes each, for lists that do not need them. */
function withoutBodies(page: Page<Invocation>) {
  return { ...page, items: page.items.map(({ payload: _in, output: _out, ...invocation }) => invocation) };
}

export const invocationQueries = {
  /** Key of everything about invocations, for invalidation. */
  all: () => all,
  list: (filters: InvocationFilters) =>
    queryOptions({
      queryKey: [...all, "list", filters] as const,
      queryFn: ({ signal }) => readInvocationPage(filters, { signal }),
      placeholderData: keepPreviousData,
    }),
  /** The newest invocations that match, beyond one page, at most `atMost`. */
  newest: (filters: InvocationFilters, atMost: number) =>
    queryOptions({
      queryKey: [...all, "newest", filters, atMost] as const,
      queryFn: ({ signal }) => readMatching(filters, { atMost, signal }),
    }),
  /**
   * The newest invocations of an action, of any version, without payload and output, which may be megabytes each.
   */
  ofAction: (action: Pick<InvocationFilters, "app_name" | "action_name" | "status">, atMost: number) =>
    queryOptions({
      queryKey: [...all, "of-action", action, atMost] as const,
      queryFn: async ({ signal }) => withoutBodies(await readMatching(action, { atMost, signal })),
      staleTime: paces.stale.calmMs,
    }),
  detail: (id: string) => oneQuery(all, invocationOperations.retrieveInvocation, { params: { id } }),
} as const;

export const invocationMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: InvocationCreate) => bff.act(invocationOperations.createInvocation, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => {
        // Not awaited: the response is complete, regardless of the lists.
        void client.invalidateQueries({ queryKey: all });
      },
    }),
  /** Ends a running invocation as failed and deletes its sessions. */
  cancel: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(
          invocationOperations.updateInvocation,
          { params: { id }, body: { status: "failed" } },
          { reason },
        ),
      meta: { invalidates: all },
    }),
} as const;
