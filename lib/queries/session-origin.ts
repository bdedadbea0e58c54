import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { sessionOriginOperations } from "../bff/operations/session-origin.ts";
import type { Invocation } from "../contract/invocations.ts";
import { invocationBrowserOperations } from "../contract/operations/invocation-browsers.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { listQuery, oneQuery } from "./operation-query.ts";

/** Number of newest running invocations whose sessions are read. */
const invocationsToSearch = 10;

/** The recorded pool and invocation of a session, also after its end. */
export const sessionOriginQuery = (id: string) => ({
  ...oneQuery(["session-origin"], sessionOriginOperations.readSessionOrigin, { params: { id } }),
  staleTime: paces.stale.calmMs,
});

/** The recorded pools and invocations of several sessions, at most `mostOrigins`. */
export const sessionOriginsQuery = (ids: readonly string[]) => ({
  ...listQuery(["session-origin"], sessionOriginOperations.listSessionOrigins, {
    query: { session_id: [...ids] },
  }),
  placeholderData: keepPreviousData,
  staleTime: paces.stale.briefMs,
});

/** What keeps a live session from its inactivity timeout. */
export const sessionActivityQuery = (id: string) => ({
  ...oneQuery(["session-activity"], sessionOriginOperations.readSessionActivity, { params: { id } }),
  retry: false,
});

/** The invocation that created a live session, found through the sessions of the newest running invocations, because a
 *  session does not reference its invocation. Null: not found. */
export const sessionInvocationQuery = (id: string) =>
  queryOptions({
    queryKey: ["session-invocation", id] as const,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<Invocation | null> => {
      const query = { status: "running", limit: invocationsToSearch, offset: 0 } as const;
      const { items } = await bff.list(invocationOperations.listInvocations, { query }, { signal });
      const found = await Promise.all(
        items.map(async (invocation) => {
          const { data } = await bff.one(
            invocationBrowserOperations.listInvocationBrowsers,
            { params: { id: invocation.id } },
            { signal },
          );
          return data.browsers.some(({ session_id }) => session_id === id) ? invocation : undefined;
        }),
      );
      return found.find((invocation) => invocation !== undefined) ?? null;
    },
  });
