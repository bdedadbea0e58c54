import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { proxyCheckOperations } from "../bff/operations/proxies.ts";
import type { ScheduleUpdate } from "../bff/proxies.ts";
import { proxyOperations } from "../contract/operations/proxies.ts";
import { pageLimit } from "../contract/paging.ts";
import type { ProxyCreate, proxyFilters } from "../contract/proxies.ts";
import { presentMs } from "../present.ts";
import { bff, type PartOfMany } from "./bff.ts";
import { listQuery, oneQuery } from "./operation-query.ts";
import { readPages } from "./read-pages.ts";

export type ProxyFilters = z.output<typeof proxyFilters>;

const all = ["proxies"] as const;

export const proxyQueries = {
  all: () => all,
  list: (filters: ProxyFilters = {}) => ({
    ...listQuery(all, proxyOperations.listProxies, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  /** All proxies that match, page by page, at most `atMost`; `paging` shows whether there are more. */
  every: ({ query, name }: Pick<ProxyFilters, "query" | "name">, atMost: number) =>
    queryOptions({
      queryKey: [...all, "every", query, name, atMost] as const,
      queryFn: ({ signal }) =>
        readPages(
          (offset) =>
            bff.list(
              proxyOperations.listProxies,
              { query: { query, name, limit: pageLimit.max, offset } },
              { signal },
            ),
          { atMost, idOf: ({ id }) => id },
        ),
    }),
  detail: (id: string) => oneQuery(all, proxyOperations.retrieveProxy, { params: { id } }),
  /** The recorded checks of the last `forMs` milliseconds, of all proxies or of one. */
  history: (forMs: number, proxyId?: string) =>
    queryOptions({
      queryKey: [...all, "history", forMs, proxyId ?? "all"] as const,
      queryFn: ({ signal }) => {
        const since_ms = presentMs() - forMs;
        const query = proxyId === undefined ? { since_ms } : { since_ms, proxy_id: proxyId };
        return bff.one(proxyCheckOperations.readProxyHistory, { query }, { signal });
      },
      placeholderData: keepPreviousData,
    }),
  /** Current dependents of a proxy. */
  blast: (id: string) => oneQuery(all, proxyCheckOperations.readProxyBlast, { params: { id } }),
  schedule: () => oneQuery(all, proxyCheckOperations.readProxySchedule, {}),
} as const;

export const proxyMutations = {
  /** Resolves to the new proxy. Its password is in the request only. */
  create: () =>
    mutationOptions({
      mutationFn: ({ proxy, reason }: { proxy: ProxyCreate; reason: string }) =>
        bff.act(proxyOperations.createProxy, { body: proxy }, { reason }),
      gcTime: 0,
      meta: { invalidates: all },
    }),
  rename: () =>
    mutationOptions({
      mutationFn: ({ id, name, reason }: { id: string; name: string; reason: string }) =>
        bff.act(proxyOperations.updateProxy, { params: { id }, body: { name } }, { reason }),
      meta: { invalidates: all },
    }),
  remove: () =>
    mutationOptions({
      mutationFn: ({ id, ...options }: { id: string; reason: string } & PartOfMany) =>
        bff.act(proxyOperations.deleteProxy, { params: { id } }, options),
      meta: { invalidates: all },
    }),
  setSchedule: () =>
    mutationOptions({
      mutationFn: ({ setting, reason }: { setting: ScheduleUpdate; reason: string }) =>
        bff.act(proxyCheckOperations.setProxySchedule, { body: setting }, { reason }),
      meta: { invalidates: proxyQueries.schedule().queryKey },
    }),
  /** Runs a check; resolves to the proxy with its new status and time. */
  check: () =>
    mutationOptions({
      mutationKey: [...all, "check"],
      mutationFn: ({ id, batchId }: { id: string } & PartOfMany) =>
        bff.act(proxyOperations.checkProxy, { params: { id } }, { batchId }),
      meta: { invalidates: all },
    }),
} as const;
