import { queryOptions } from "@tanstack/react-query";
import { sessionOperations } from "../bff/operations/session.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

const all = ["session"] as const;

export const sessionQueries = {
  all: () => all,
  /** Who is signed in, which environment, how the upstream does. */
  current: () =>
    queryOptions({
      queryKey: [...all, "current"] as const,
      queryFn: ({ signal }) => bff.one(sessionOperations.retrieveSession, {}, { signal }),
      staleTime: paces.stale.sessionMs,
    }),
  /** Where the API is and which optional operations it has. */
  connection: () =>
    queryOptions({
      queryKey: [...all, "connection"] as const,
      queryFn: ({ signal }) => bff.one(sessionOperations.retrieveConnection, {}, { signal }),
    }),
} as const;
