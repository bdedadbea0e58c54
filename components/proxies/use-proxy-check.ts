"use client";

import { type Mutation, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { formatDependents, reachSuffix } from "@/components/inventory/format-dependents";
import { notify } from "@/components/ui/toast";
import type { Dependents } from "@/lib/bff/inventory";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { nameOf } from "./proxy-location.ts";
import { proxyCheckTexts } from "./proxy-messages.ts";

const variables = z.object({ id: z.string() });
const { mutationKey } = proxyMutations.check();

export interface ProxyCheck {
  pending: boolean;
  /** Why the last check could not be made; undefined when it could, or none was tried. */
  failure: Error | undefined;
  /** Checks the proxy; does nothing while a check of it is in progress, wherever it was started. */
  check: () => void;
}

/** The check of one proxy. Its state is in the mutation cache, shared by all buttons of the same proxy. */
export function useProxyCheck(id: string): ProxyCheck {
  const client = useQueryClient();
  const ofThis = (mutation: Pick<Mutation, "state">) => {
    const read = variables.safeParse(mutation.state.variables);
    return read.success && read.data.id === id;
  };
  const filters = { ...(mutationKey === undefined ? {} : { mutationKey }), predicate: ofThis };
  const states = useMutationState({
    filters,
    select: ({ state }) => ({ status: state.status, error: state.error }),
  });
  const { mutateAsync } = useMutation(proxyMutations.check());

  const check = () => {
    // The cache includes clicks that are not rendered yet.
    if (client.isMutating(filters) > 0) return;
    const cache = client.getMutationCache();
    for (const old of cache.findAll({ ...filters, status: "error" })) cache.remove(old);
    // The failure is shown from the cache; the row may be unmounted when the response arrives.
    void mutateAsync({ id }).then(
      (proxy) => announce(proxy, () => client.fetchQuery(proxyQueries.blast(id))),
      () => undefined,
    );
  };
  const last = states.at(-1);
  return {
    pending: states.some(({ status }) => status === "pending"),
    failure: last?.status === "error" ? (last.error ?? undefined) : undefined,
    check,
  };
}

/** Reports the result of a check, without claiming more than it proves. */
async function announce(
  proxy: FleetProxy | undefined,
  readDependents: () => Promise<{ data: Dependents }>,
): Promise<void> {
  if (proxy === undefined) return;
  const name = nameOf(proxy);
  switch (proxy.status) {
    case "available":
      notify.done(
        proxyCheckTexts.isAvailable(name),
        proxy.ip_address ? proxyCheckTexts.availableAnsweredFrom(proxy.ip_address) : "available",
      );
      return;
    case "unavailable": {
      const dependents = await readDependents().then(
        ({ data }) => proxyCheckTexts.usedBy(formatDependents(data), reachSuffix(data)),
        () => "",
      );
      notify.failed(proxyCheckTexts.isUnavailable(name), proxyCheckTexts.noValidAnswerThroughIt(dependents));
      return;
    }
    default:
      notify.note(proxyCheckTexts.wasChecked(name), proxyCheckTexts.theApiAnsweredWithStatus(proxy.status));
  }
}
