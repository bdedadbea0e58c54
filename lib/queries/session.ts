import { sessionOperations } from "../bff/operations/session.ts";
import { paces } from "../paces.ts";
import { oneQuery } from "./operation-query.ts";

const all = ["session"] as const;

export const sessionQueries = {
  /** The operator, the environment and the upstream's health. */
  current: () => ({
    ...oneQuery(all, sessionOperations.retrieveSession, {}),
    staleTime: paces.stale.sessionMs,
  }),
  /** The API's address and its optional operations. */
  connection: () => oneQuery(all, sessionOperations.retrieveConnection, {}),
} as const;
