import { mutationOptions, queryOptions } from "@tanstack/react-query";
import { operations } from "@/lib/contract/operations";
import { act, readList } from "./bff.ts";

export const proxyKeys = {
  all: ["proxies"] as const,
  list: ["proxies", "list"] as const,
};

export const proxyQueries = {
  list: () =>
    queryOptions({
      queryKey: proxyKeys.list,
      queryFn: ({ signal }) => readList(operations.listProxies, {}, signal),
    }),
};

export const proxyMutations = {
  /** Runs a health check; answers with the proxy as it is afterwards. */
  check: (id: string) =>
    mutationOptions({
      mutationKey: ["proxies", "check", id],
      mutationFn: () => act(operations.checkProxy, { params: { id } }),
    }),
};
