"use client";

import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { BulkAct } from "@/components/bulk-act/bulk-act";
import { BulkActDialog } from "@/components/bulk-act/bulk-act-dialog";
import { deletedOrGone, deletionSummary } from "@/components/bulk-act/bulk-deletion";
import type { BulkProgress } from "@/components/bulk-act/bulk-job";
import { BulkReport } from "@/components/bulk-act/bulk-report";
import { formatDependents, reachSuffix } from "@/components/inventory/format-dependents";
import { TypedField, typedReason } from "@/components/ui/typed-field";
import { countDependents } from "@/lib/bff/inventory";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCountOf } from "@/lib/format/numbers";
import { paths } from "@/lib/paths";
import { BffError } from "@/lib/queries/bff";
import { proxyMutations, proxyQueries } from "@/lib/queries/proxies";
import { runMutation } from "@/lib/queries/run-mutation";
import { nameOf } from "./proxy-location.ts";
import { deleteProxiesDialogTexts } from "./proxy-on-demand-messages.ts";

const idOf = ({ id }: FleetProxy) => id;

/** Deletes many proxies, after one confirmation with their number; those in use stay. */
export function DeleteProxiesDialog({
  proxies: given,
  onClose,
}: {
  proxies: readonly FleetProxy[];
  /** Undefined: the calls were not sent. */
  onClose: (over: BulkProgress | undefined) => void;
}) {
  const client = useQueryClient();
  const [act] = useState(() => new BulkAct("proxies"));
  // As they were when the dialog opened: the list changes meanwhile.
  const [proxies] = useState(given);
  const [typed, setTyped] = useState("");
  const wanted = String(proxies.length);
  const count = formatCountOf(proxies.length, "proxy", "proxies");
  const summaryOf = (end: BulkProgress) =>
    deletionSummary(end, {
      deleted: (deleted) => deleteProxiesDialogTexts.deleted(formatCountOf(deleted, "proxy", "proxies")),
      goneBefore: deleteProxiesDialogTexts.goneBefore,
    });
  return (
    <BulkActDialog
      act={act}
      asking={{
        title: deleteProxiesDialogTexts.deleteQuestion(count),
        form: (
          <>
            <p className="text-ink-2">{deleteProxiesDialogTexts.noNewBrowserCanUseThem}</p>
            <TypedField wanted={wanted} typed={typed} onType={setTyped} />
          </>
        ),
        confirm: deleteProxiesDialogTexts.deleteAct(count),
        danger: true,
        whyNot: typedReason(wanted, typed),
        draft: `delete-proxies-${proxies.map(idOf).join()}`,
        onConfirm: (reason) =>
          act.start(proxies, {
            idOf,
            act: async ({ id }, batchId) => await deleteUnused(client, { id, reason, batchId }),
            toast: (end) => ({ title: summaryOf(end), detail: deleteProxiesDialogTexts.eachIsInTheAudit }),
          }),
      }}
      doing={deleteProxiesDialogTexts.deleting(count)}
      label={deleteProxiesDialogTexts.proxiesAnswered}
      countOf={(count) => formatCountOf(count, "proxy", "proxies")}
      report={(over) => (
        <BulkReport
          summary={summaryOf(over)}
          progress={over}
          link={(id) => {
            const proxy = proxies.find((each) => each.id === id);
            const name = proxy === undefined ? id : nameOf(proxy);
            return {
              href: paths.proxies({ open: id }),
              name: deleteProxiesDialogTexts.proxy(name),
              text: name === id ? undefined : name,
            };
          }}
        />
      )}
      onClose={onClose}
    />
  );
}

/** Throws 409 for a proxy known to be in use. One whose use shows only afterwards is deleted, as by its own menu. */
async function deleteUnused(
  client: QueryClient,
  act: { id: string; reason: string; batchId: string | undefined },
): Promise<string | undefined> {
  const { data } = await client.fetchQuery({ ...proxyQueries.blast(act.id), staleTime: 0 });
  const { pools, sessions, invocations } = countDependents(data);
  if (pools + sessions + invocations > 0)
    throw new BffError(
      409,
      "in_use",
      deleteProxiesDialogTexts.usedBy(formatDependents(data, { zeros: false }), reachSuffix(data)),
    );
  return await deletedOrGone(runMutation(client, proxyMutations.remove(), act));
}
