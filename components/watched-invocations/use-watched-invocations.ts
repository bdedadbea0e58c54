"use client";

import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import { isForgotten } from "@/lib/bff/recorded-invocation";
import type { Invocation } from "@/lib/contract/invocations";
import { readFailure } from "@/lib/format/error-message";
import { paces } from "@/lib/paces";
import type { One } from "@/lib/queries/bff";
import { invocationQueries, isInvocationGone } from "@/lib/queries/invocations";
import { useHidden } from "./use-hidden.ts";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { applyInvocation, isOver, markMissing } from "./watch-list.ts";

/** Characters of payload and output above which an invocation is polled less often. */
const bigLength = 250_000;

const isBig = (read: One<Invocation> | undefined): boolean =>
  (read?.data.payload?.length ?? 0) + (read?.data.output?.length ?? 0) > bigLength;

/** Polls the watched invocations until they end. Returns, by id, the error code that prevents a newer
 *  response. */
export function useWatchedInvocations(): ReadonlyMap<string, string> {
  const store = useWatchStore();
  const { pins } = useWatchList();
  const hidden = useHidden();
  const open = pins.filter((each) => !isOver(each));
  const results = useQueries({
    queries: open.map(({ id }) => ({
      ...invocationQueries.detail(id),
      refetchInterval: ({ state }: { state: { data: One<Invocation> | undefined } }) =>
        hidden || isBig(state.data) ? paces.refresh.calmMs : paces.refresh.listMs,
      refetchIntervalInBackground: true,
    })),
  });

  useEffect(() => {
    for (const [at, { data, error }] of results.entries()) {
      const id = open[at]?.id;
      const isGone = isInvocationGone(error) || (data !== undefined && isForgotten(data.data));
      if (id !== undefined && isGone) store.change((list) => markMissing(list, id));
      else if (data !== undefined) store.change((list) => applyInvocation(list, data.data));
    }
  });

  return new Map(
    results.flatMap(({ error, data }, at) => {
      const id = open[at]?.id;
      const code = error === null ? data?.stale : readFailure(error).code;
      return id === undefined || code === undefined || isInvocationGone(error) ? [] : [[id, code] as const];
    }),
  );
}
