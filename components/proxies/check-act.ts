// Checks of many proxies, a few at a time. The act belongs to the query client, not to a view: it continues while
// other pages are open, and the Proxies page shows it again.
import { type QueryClient, useMutation, useQueryClient } from "@tanstack/react-query";
import { BulkAct, useBulkAct } from "@/components/bulk-act/bulk-act";
import { type BulkProgress, bulkBounds } from "@/components/bulk-act/bulk-job";
import { useRoleReason } from "@/components/layout/use-role-reason";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { type ProxyFilters, proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { runMutation } from "@/lib/queries/run-mutation";
import { checkManyTexts } from "./proxy-messages.ts";

interface CheckSubject {
  names: ReadonlyMap<string, string>;
  /** More matched than one act checks; these are the first. */
  more: boolean;
}

export interface CheckProgress extends CheckSubject {
  /** The result of each is its verdict. */
  progress: BulkProgress;
}

const actsByClient = new WeakMap<QueryClient, BulkAct<CheckSubject>>();

function checkActOf(client: QueryClient): BulkAct<CheckSubject> {
  const act = actsByClient.get(client) ?? new BulkAct<CheckSubject>();
  actsByClient.set(client, act);
  return act;
}

/** Checks these, up to the bound of one act; does nothing while checks are in flight. */
export function checkMany(client: QueryClient, all: readonly FleetProxy[], hasMore = false): void {
  const act = checkActOf(client);
  if (act.inFlight || all.length === 0) return;
  const proxies = all.slice(0, bulkBounds.most);
  const names = new Map(proxies.map((proxy) => [proxy.id, proxy.name || proxy.id]));
  act.open({ names, more: hasMore || all.length > bulkBounds.most });
  act.start(proxies, {
    idOf: ({ id }) => id,
    // Through the mutation cache, so that the row's button shows it too.
    act: async ({ id }, batchId) =>
      (await runMutation(client, proxyMutations.check(), { id, batchId }))?.status ?? "unknown",
    onOver: () => void client.invalidateQueries({ queryKey: proxyQueries.all() }),
  });
}

/** The checks in flight or finished, wherever they were started. */
export function useCheckAct() {
  const act = checkActOf(useQueryClient());
  const { subject, progress } = useBulkAct(act) ?? {};
  const checks: CheckProgress | undefined =
    subject === undefined || progress === undefined ? undefined : { ...subject, progress };
  return { act, checks };
}

/** Why no check of many can be started; undefined if one can. */
export function useCheckReason(): string | undefined {
  const roleReason = useRoleReason("operator");
  const { act } = useCheckAct();
  return roleReason ?? (act.inFlight ? checkManyTexts.checksAreAlreadyRunning : undefined);
}

export interface CheckAll {
  /** Reads the list to its end, or to the bound of one job, and checks them. */
  start: () => void;
  /** The list is being read. */
  reading: boolean;
  /** Why the list could not be read, so that nothing was checked; null otherwise. */
  failed: Error | null;
}

/** Checks all proxies that match, on any page of the list. */
export function useCheckAll(filters: Pick<ProxyFilters, "query" | "name">): CheckAll {
  const client = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => client.fetchQuery(proxyQueries.every(filters, bulkBounds.most)),
    onSuccess: ({ items, paging }) => checkMany(client, items, paging?.hasMore),
  });
  return { start: () => mutate(), reading: isPending, failed: error };
}
