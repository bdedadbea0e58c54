"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ResourceMenu } from "@/components/inventory/resource-menu";
import { useActReason } from "@/components/layout/use-act-reason";
import { type Proxy as FleetProxy, proxyUpdate } from "@/lib/contract/proxies";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { proxyMenuTexts } from "./proxy-on-demand-messages.ts";

/** Renames and deletes a proxy. */
export function ProxyMenu({
  proxy,
  isGone = false,
  onDeleted,
}: {
  proxy: FleetProxy;
  /** Whether the API has it no more. */
  isGone?: boolean;
  onDeleted: () => void;
}) {
  const { id, name } = proxy;
  return (
    <ResourceMenu
      what="proxy"
      id={id}
      name={name ?? ""}
      rename={{
        act: useMutation(proxyMutations.rename()),
        rule: proxyUpdate.shape.name,
        hint: proxyMenuTexts.nameHint,
        disabledReason: useActReason("updateProxy", proxyMenuTexts.renameProxies),
      }}
      remove={{
        act: useMutation(proxyMutations.remove()),
        loss: proxyMenuTexts.noNewBrowserCanUseIt,
        disabledReason: useActReason("deleteProxy", proxyMenuTexts.deleteProxies),
        onDone: onDeleted,
      }}
      dependents={useQuery(proxyQueries.blast(id)).data?.data}
      isGone={isGone}
    />
  );
}
