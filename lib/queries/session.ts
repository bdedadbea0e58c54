import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { ownOperations } from "@/lib/bff/operations";
import { act, readOne } from "./bff.ts";

export const sessionQueries = {
  /** Who is signed in, the environment and the upstream's health. */
  current: () =>
    queryOptions({
      queryKey: ["session"] as const,
      queryFn: ({ signal }) => readOne(ownOperations.retrieveSession, {}, signal),
      refetchInterval: 15_000,
    }),
  connection: () =>
    queryOptions({
      queryKey: ["connection"] as const,
      queryFn: ({ signal }) => readOne(ownOperations.retrieveConnection, {}, signal),
    }),
};

export const sessionMutations = {
  signOut: () =>
    mutationOptions({
      mutationKey: ["session", "sign-out"],
      mutationFn: () => act(ownOperations.signOut, {}),
    }),
};
