import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import { timelineOperations } from "../bff/operations/timeline.ts";
import type { AnnotationCreate } from "../bff/timeline.ts";
import { presentMs } from "../present.ts";
import { bff } from "./bff.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["timeline"] as const;

/** Epoch milliseconds, end exclusive. */
interface Range {
  fromMs: number;
  toMs: number;
}

export const timelineQueries = {
  /** A fixed period. */
  range: ({ fromMs, toMs }: Range) =>
    oneQuery(all, timelineOperations.readTimeline, { query: { from_ms: fromMs, to_ms: toMs } }),
  /** The last `forMs` milliseconds at the time of each read. */
  last: (forMs: number) =>
    queryOptions({
      queryKey: [...all, "last", forMs] as const,
      queryFn: ({ signal }) => {
        const toMs = presentMs();
        const query = { from_ms: toMs - forMs, to_ms: toMs };
        return bff.one(timelineOperations.readTimeline, { query }, { signal });
      },
      placeholderData: keepPreviousData,
    }),
} as const;

export const timelineMutations = {
  createAnnotation: () =>
    mutationOptions({
      mutationFn: (body: AnnotationCreate) => bff.act(timelineOperations.createAnnotation, { body }),
      meta: { invalidates: all },
    }),
  deleteAnnotation: () =>
    mutationOptions({
      mutationFn: (id: string) => bff.act(timelineOperations.deleteAnnotation, { params: { id } }),
      meta: { invalidates: all },
    }),
  export: () =>
    mutationOptions({
      mutationFn: ({ fromMs, toMs }: Range) =>
        bff.act(timelineOperations.exportTimeline, { body: { from_ms: fromMs, to_ms: toMs } }),
    }),
} as const;
