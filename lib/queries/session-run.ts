import { queryOptions } from "@tanstack/react-query";
import type { Invocation } from "../contract/invocations.ts";
import { invocationOperations } from "../contract/operations/invocations.ts";
import { bff } from "./bff.ts";

/** So many running invocations, the newest, are asked for their sessions. */
const asked = 10;

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
