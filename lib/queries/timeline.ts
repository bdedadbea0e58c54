import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { timelineOperations } from "../bff/operations/timeline.ts";
import type { AnnotationCreate } from "../bff/timeline.ts";
import { bff } from "./bff.ts";

const all = ["timeline"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

/** Epoch milliseconds, end exclusive. */
interface Range {
  fromMs: number;
  toMs: number;
}

const read = ({ fromMs, toMs }: Range, signal: AbortSignal) =>
  bff.one(timelineOperations.readTimeline, { query: { from_ms: fromMs, to_ms: toMs } }, { signal });

export const timelineQueries = {
  all: () => all,
  /** A fixed period. */
  range: (range: Range) =>
    queryOptions({
      queryKey: [...all, range.fromMs, range.toMs] as const,
      queryFn: ({ signal }) => read(range, signal),
    }),
  /** The last `forMs` milliseconds at the time of each read. */
  last: (forMs: number) =>
    queryOptions({
      queryKey: [...all, "last", forMs] as const,
      queryFn: ({ signal }) => {
        const toMs = Date.now();
        return read({ fromMs: toMs - forMs, toMs }, signal);
      },
      placeholderData: keepPreviousData,
    }),
} as const;

export const timelineMutations = {
  createAnnotation: () =>
    mutationOptions({
      mutationKey: [...all, "createAnnotation"],
      mutationFn: (body: AnnotationCreate) => bff.act(timelineOperations.createAnnotation, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  deleteAnnotation: () =>
    mutationOptions({
      mutationKey: [...all, "deleteAnnotation"],
      mutationFn: (id: string) => bff.act(timelineOperations.deleteAnnotation, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  export: () =>
    mutationOptions({
      mutationKey: [...all, "export"],
      mutationFn: ({ fromMs, toMs }: Range) =>
        bff.act(timelineOperations.exportTimeline, { body: { from_ms: fromMs, to_ms: toMs } }),
    }),
} as const;
