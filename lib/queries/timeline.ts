import { keepPreviousData, mutationOptions, type QueryClient, queryOptions } from "@tanstack/react-query";
import { timelineOperations } from "../bff/operations/timeline.ts";
import type { MarkCreate } from "../bff/timeline.ts";
import { bff } from "./bff.ts";

const all = ["timeline"] as const;
const readAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: all });

/** Epoch milliseconds: from here on, and before. */
interface Range {
  fromMs: number;
  toMs: number;
}

const read = ({ fromMs, toMs }: Range, signal: AbortSignal) =>
  bff.one(timelineOperations.readTimeline, { query: { from_ms: fromMs, to_ms: toMs } }, { signal });

export const timelineQueries = {
  all: () => all,
  /** A stretch of time that stays where it is. */
  range: (range: Range) =>
    queryOptions({
      queryKey: [...all, range.fromMs, range.toMs] as const,
      queryFn: ({ signal }) => read(range, signal),
    }),
  /** The last `forMs` milliseconds, whenever it is asked. */
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
  mark: () =>
    mutationOptions({
      mutationKey: [...all, "mark"],
      mutationFn: (body: MarkCreate) => bff.act(timelineOperations.createMark, { body }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  unmark: () =>
    mutationOptions({
      mutationKey: [...all, "unmark"],
      mutationFn: (id: string) => bff.act(timelineOperations.deleteMark, { params: { id } }),
      onSettled: (_data, _error, _variables, _result, { client }) => readAgain(client),
    }),
  export: () =>
    mutationOptions({
      mutationKey: [...all, "export"],
      mutationFn: ({ fromMs, toMs }: Range) =>
        bff.act(timelineOperations.exportTimeline, { body: { from_ms: fromMs, to_ms: toMs } }),
    }),
} as const;
