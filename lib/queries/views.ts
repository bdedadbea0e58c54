import { mutationOptions } from "@tanstack/react-query";
import { viewOperations } from "../bff/operations/views.ts";
import type { ViewCreate, ViewUpdate } from "../bff/views.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { listQuery } from "./operation-query.ts";

const all = ["views"] as const;

export const viewQueries = {
  /** The operator's own and the shared views. */
  list: () => ({
    ...listQuery(all, viewOperations.listViews, {}),
    staleTime: paces.stale.calmMs,
  }),
} as const;

export const viewMutations = {
  create: () =>
    mutationOptions({
      mutationFn: (body: ViewCreate) => bff.act(viewOperations.createView, { body }),
      meta: { invalidates: all },
    }),
  change: () =>
    mutationOptions({
      mutationFn: ({ id, ...body }: ViewUpdate & { id: string }) =>
        bff.act(viewOperations.updateView, { params: { id }, body }),
      meta: { invalidates: all },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: (id: string) => bff.act(viewOperations.deleteView, { params: { id } }),
      meta: { invalidates: all },
    }),
} as const;
