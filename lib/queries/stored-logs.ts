import { mutationOptions, type QueryClient } from "@tanstack/react-query";
import { apiAddress } from "../bff/base-path.ts";
import { storedLogOperations } from "../bff/operations/stored-logs.ts";
import { fillPath } from "../contract/request.ts";
import type { StoredLogReader } from "../live/stored-log-reading.ts";
import { bff } from "./bff.ts";
import { listQuery, oneQuery } from "./operation-query.ts";

const all = ["stored-logs"] as const;

export const storedLogQueries = {
  /** The stored logs of a browser session. */
  ofSession: (sessionId: string) =>
    listQuery(all, storedLogOperations.listStoredLogs, { query: { session_id: sessionId } }),
  /** The stored log of an invocation, if there is one. */
  ofInvocation: (invocationId: string) =>
    listQuery(all, storedLogOperations.listStoredLogs, { query: { invocation_id: invocationId } }),
} as const;

export const storedLogMutations = {
  delete: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: number; reason: string }) =>
        bff.act(storedLogOperations.deleteStoredLog, { params: { id: String(id) } }, { reason }),
      meta: { invalidates: all },
    }),
} as const;

/** The address of what is stored of a session, as a zip archive. */
export const evidenceUrl = (sessionId: string): string =>
  apiAddress(fillPath(storedLogOperations.exportEvidence.path, { id: sessionId }));

/**
 * Reads stored logs for the panes of a page. Panes that read the same page at the same time share one request; its lines
 * stay in the panes' stores, not in the query cache.
 */
export function storedLogReader(client: QueryClient): StoredLogReader {
  const shared = { staleTime: 0, gcTime: 0, retry: false } as const;
  return {
    async find(topic) {
      const query = listQuery(all, storedLogOperations.listStoredLogs, { query: { topic } });
      const { items } = await client.fetchQuery({ ...query, ...shared });
      return items.at(-1);
    },
    async readLines(id, fromLine) {
      const input = { params: { id: String(id) }, query: { from_line: fromLine } };
      const query = oneQuery(all, storedLogOperations.readStoredLines, input);
      const { data } = await client.fetchQuery({ ...query, ...shared });
      return data;
    },
  };
}
