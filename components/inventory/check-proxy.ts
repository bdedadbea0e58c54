import type { Mutation, QueryClient } from "@tanstack/react-query";
import * as z from "zod/mini";
import { notify } from "@/components/ui/toast";
import type { Dependents } from "@/lib/bff/inventory";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { runMutation } from "@/lib/queries/run-mutation";
import { formatDependents, reachSuffix } from "./format-dependents.ts";
import { proxyCheckTexts } from "./inventory-messages.ts";

const variables = z.object({ id: z.string() });
const { mutationKey } = proxyMutations.check();

/** Filters of the checks of one proxy in the mutation cache, wherever they were started. */
export const checksOf = (id: string) => ({
  ...(mutationKey === undefined ? {} : { mutationKey }),
  predicate: ({ state }: Pick<Mutation, "state">) => {
    const read = variables.safeParse(state.variables);
    return read.success && read.data.id === id;
  },
});

/** Checks a proxy and reports the result; does nothing while a check of it is in progress. Throws a BffError. */
export async function checkProxy(client: QueryClient, id: string): Promise<void> {
  const filters = checksOf(id);
  // The cache includes clicks that are not rendered yet.
  if (client.isMutating(filters) > 0) return;
  const cache = client.getMutationCache();
  for (const old of cache.findAll({ ...filters, status: "error" })) cache.remove(old);
  const proxy = await runMutation(client, proxyMutations.check(), { id });
  await announce(proxy, () => client.fetchQuery(proxyQueries.blast(id)));
}

/** Reports the result of a check, without claiming more than it proves. */
async function announce(
  proxy: FleetProxy | undefined,
  readDependents: () => Promise<{ data: Dependents }>,
): Promise<void> {
  if (proxy === undefined) return;
  const name = proxy.name || proxy.id;
  switch (proxy.status) {
    case "available":
      notify.done(
        proxyCheckTexts.isAvailable(name),
        proxy.ip_address
          ? proxyCheckTexts.availableAnsweredFrom(proxy.ip_address)
          : proxyCheckTexts.available,
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
