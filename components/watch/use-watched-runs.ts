"use client";

import { useQueries } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Invocation } from "@/lib/contract/invocations";
import { readFailure } from "@/lib/format/failure";
import { paces } from "@/lib/paces";
import { BffError, type One } from "@/lib/queries/bff";
import { invocationQueries } from "@/lib/queries/invocations";
import { useHidden } from "./use-hidden.ts";
import { useWatchList, useWatchStore } from "./watch-context.ts";
import { isOver, learn, learnGone } from "./watch-list.ts";

/** A run carries its payload: big ones are not read as often. */
const bigLength = 250_000;

const isBig = (read: One<Invocation> | undefined): boolean =>
  (read?.data.payload?.length ?? 0) + (read?.data.output?.length ?? 0) > bigLength;

const isGone = (error: unknown): boolean => error instanceof BffError && error.status === 404;

/** Follows what is watched until it is over. Answers, by run, the code of what keeps a newer answer away. */
export function useWatchedRuns(): ReadonlyMap<string, string> {
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
      if (id !== undefined && isGone(error)) store.change((list) => learnGone(list, id));
      else if (data !== undefined) store.change((list) => learn(list, data.data));
    }
  });

  return new Map(
    results.flatMap(({ error, data }, at) => {
      const id = open[at]?.id;
      const code = error === null ? data?.stale : readFailure(error).code;
      return id === undefined || code === undefined || isGone(error) ? [] : [[id, code] as const];
    }),
  );
}
