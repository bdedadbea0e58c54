import { queryOptions } from "@tanstack/react-query";
import { sessionOriginOperations } from "../bff/operations/session-origin.ts";
import { invocationBrowserOperations } from "../contract/operations/invocation-browsers.ts";
import { paces } from "../paces.ts";
import { bff } from "./bff.ts";
import { invocationQueries } from "./invocations.ts";
import { oneQuery } from "./operation-query.ts";

const all = invocationQueries.all();

export const invocationBrowserQueries = {
  /** Active sessions created within the invocation. */
  active: (id: string) =>
    oneQuery(all, invocationBrowserOperations.listInvocationBrowsers, { params: { id } }),
  /** Recorded sessions; read again when the invocation has ended (`open` becomes false). */
  recorded: (id: string, open: boolean) =>
    queryOptions({
      queryKey: [...all, "recorded-browsers", id, open] as const,
      staleTime: paces.stale.calmMs,
      queryFn: ({ signal }) =>
        bff.one(sessionOriginOperations.listRecordedBrowsers, { params: { id } }, { signal }),
    }),
} as const;
