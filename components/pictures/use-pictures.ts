"use client";

import { useQueries, useQuery } from "@tanstack/react-query";
import type { PicturesQuery } from "@/lib/bff/pictures";
import { hasRole } from "@/lib/bff/roles";
import { paces } from "@/lib/paces";
import type { ResponseMeta } from "@/lib/queries/bff";
import { pictureQueries } from "@/lib/queries/pictures";
import { sessionQueries } from "@/lib/queries/session";

/** Whether the operator may see pictures; undefined until their role has been read. */
export function useMaySeePictures(): boolean | undefined {
  const role = useQuery(sessionQueries.current()).data?.data.operator.role;
  return role === undefined ? undefined : hasRole(role, "operator");
}

/** After the end of a browser its last pictures are stored within this time. */
const lateMs = 15_000;

/**
 * The pictures of sessions, each within a range, oldest first; none for an operator who may not see them. `endMs`: when
 * the last one was taken at the latest; undefined while more may follow. `failed`: the first query without an answer.
 */
export function usePictures(sessions: readonly PicturesQuery[], endMs: number | undefined) {
  const enabled = useMaySeePictures() === true;
  const queries = useQueries({
    queries: sessions.map((query) => ({
      ...pictureQueries.ofSession(query),
      enabled,
      refetchInterval: ({ state }: { state: { data: ResponseMeta | undefined } }) =>
        endMs === undefined || (state.data !== undefined && state.data.observedAtMs < endMs + lateMs)
          ? paces.refresh.figuresMs
          : false,
    })),
  });
  const pictures = queries
    .flatMap(({ data }) => data?.items ?? [])
    .toSorted((one, other) => one.at_ms - other.at_ms);
  return {
    pictures,
    isPending: enabled && queries.some(({ isPending }) => isPending),
    failed: queries.find(({ error, data }) => error !== null && data === undefined),
  };
}

export type Pictures = ReturnType<typeof usePictures>;
