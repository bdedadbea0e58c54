import { queryOptions } from "@tanstack/react-query";
import { sessionOriginOperations } from "../bff/operations/session-origin.ts";
import type { Invocation } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";

/** So many running invocations, the newest, are asked for their sessions. */
const asked = 10;

/** The pool and the run of a session as the dashboard remembers them, also of one that has ended. */
export const sessionOriginQuery = (id: string) =>
  queryOptions({
    queryKey: ["session-origin", id] as const,
    staleTime: paces.stale.calmMs,
    queryFn: ({ signal }) =>
      bff.one(sessionOriginOperations.readSessionOrigin, { params: { id } }, { signal }),
  });

/** The run that a live session was created within, as far as it can be found: a session does not name its run, a
 *  running invocation names its sessions. Null: none of the newest running ones does. */
export const sessionRunQuery = (id: string) =>
  queryOptions({
    queryKey: ["session-run", id] as const,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }): Promise<Invocation | null> => {
      const query = { status: "running", limit: asked, offset: 0 } as const;
      const { items } = await bff.list(invocationOperations.listInvocations, { query }, { signal });
      const found = await Promise.all(
        items.map(async (run) => {
          const { data } = await bff.one(
            invocationOperations.listInvocationBrowsers,
            { params: { id: run.id } },
            { signal },
          );
          return data.browsers.some(({ session_id }) => session_id === id) ? run : undefined;
        }),
      );
      return found.find((run) => run !== undefined) ?? null;
    },
  });
