import { queryOptions } from "@tanstack/react-query";
import { sessionOperations } from "../bff/operations/session.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["session"] as const;

export const sessionQueries = {
  all: () => all,
  /** The operator, the environment and the upstream's health. */
  current: () =>
    queryOptions({
      queryKey: [...all, "current"] as const,
      queryFn: ({ signal }) => bff.one(sessionOperations.retrieveSession, {}, { signal }),
      staleTime: paces.stale.sessionMs,
    }),
  /** The API's address and its optional operations. */
  connection: () =>
    queryOptions({
      queryKey: [...all, "connection"] as const,
      queryFn: ({ signal }) => bff.one(sessionOperations.retrieveConnection, {}, { signal }),
    }),
} as const;
