import { keepPreviousData, mutationOptions, queryOptions } from "@tanstack/react-query";
import type * as z from "zod/mini";
import { cdpOperations, liveViewOperations } from "../bff/operations/browsers.ts";
import type { SessionOrigin } from "../bff/session-origin.ts";
import type { Browser, BrowserCreate, BrowserUpdate, browserFilters } from "../contract/browsers.ts";
import { browserOperations } from "../contract/operations/browsers.ts";
import { pageLimit } from "../contract/paging.ts";
import { paces } from "../paces.ts";
import { bff, isNotFound, type One, type PartOfMany } from "./bff.ts";
import { listQuery, oneQuery } from "./operation-query.ts";
import { readPages } from "./read-pages.ts";

const all = ["browsers"] as const;

/** The state of a detail query. */
interface BrowserRead {
  readonly data: One<Browser> | undefined;
  readonly error: unknown;
}

/** Whether the browser of a detail query has ended: the API says so, or does not know it any more. */
export const hasEnded = ({ data, error }: BrowserRead): boolean =>
  isNotFound(error) || Boolean(data?.data.deleted_at);

/**
 * How often the browser of a detail query is read again, milliseconds. One that has ended no longer changes; of those that the API
 * does not know, only a pool's comes back: to its next holder.
 */
export function paceOfBrowser(read: BrowserRead, origin: SessionOrigin | undefined): number | false {
  if (!hasEnded(read)) return paces.refresh.listMs;
  const isPools = Boolean(read.data?.data.pool ?? origin?.pool);
  return isPools && isNotFound(read.error) ? paces.refresh.calmMs : false;
}

export const browserQueries = {
  list: (filters: z.output<typeof browserFilters>) => ({
    ...listQuery(all, browserOperations.listBrowsers, { query: filters }),
    placeholderData: keepPreviousData,
  }),
  /** All sessions that match, newest first, page by page, at most `atMost`; `paging` shows whether there are more. */
  every: ({ limit: _limit, offset: _offset, ...filters }: z.output<typeof browserFilters>, atMost: number) =>
    queryOptions({
      queryKey: [...all, "every", filters, atMost] as const,
      queryFn: ({ signal }) =>
        readPages(
          (offset) =>
            bff.list(
              browserOperations.listBrowsers,
              { query: { ...filters, limit: pageLimit.max, offset } },
              { signal },
            ),
          { atMost, idOf: ({ session_id: id }) => id },
        ),
      placeholderData: keepPreviousData,
    }),
  /** One session, including a deleted one. */
  detail: (id: string) =>
    oneQuery(all, browserOperations.retrieveBrowser, { params: { id }, query: { include_deleted: true } }),
} as const;

export const browserMutations = {
  /** Resolves to the new session. */
  create: () =>
    mutationOptions({
      mutationFn: ({ browser, reason }: { browser: BrowserCreate; reason: string }) =>
        bff.act(browserOperations.createBrowser, { body: browser }, { reason }),
      meta: { invalidates: all },
    }),
  /** Only what `changes` has is changed. */
  update: () =>
    mutationOptions({
      mutationFn: ({ id, changes, reason }: { id: string; changes: BrowserUpdate; reason: string }) =>
        bff.act(browserOperations.updateBrowser, { params: { id }, body: changes }, { reason }),
      meta: { invalidates: all },
    }),
  delete: () =>
    mutationOptions({
      mutationFn: ({ id, ...options }: { id: string; reason: string } & PartOfMany) =>
        bff.act(browserOperations.deleteBrowser, { params: { id } }, options),
      meta: { invalidates: all },
    }),
  /** The signed address of the DevTools endpoint, a secret: to be shown once, never stored. Needs a proof of identity. */
  revealCdpAddress: () =>
    mutationOptions({
      mutationFn: ({ id, reason }: { id: string; reason: string }) =>
        bff.act(cdpOperations.revealCdpAddress, { params: { id } }, { reason }),
      gcTime: 0,
    }),
  /** The signed address of the live view, a secret: for a frame only, never stored. */
  openLiveView: () =>
    mutationOptions({
      mutationFn: ({ id }: { id: string }) => bff.act(liveViewOperations.openLiveView, { params: { id } }),
      gcTime: 0,
    }),
} as const;
