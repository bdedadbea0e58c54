"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { bulkBounds, itemsNotDone } from "@/components/bulk-act/bulk-job";
import { SelectionBar } from "@/components/bulk-act/selection-bar";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { Proxy as FleetProxy } from "@/lib/contract/proxies";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { checkMany, useCheckReason } from "./check-act.ts";
import { DeleteProxiesDialog } from "./delete-proxies-dialog.tsx";
import { proxyMenuTexts, selectedProxiesBarTexts } from "./proxy-on-demand-messages.ts";

/** Acts on the selected proxies. It stays while its dialog is open, also when nothing is selected any more. */
export function SelectedProxiesBar({
  selected,
  onSelect,
}: {
  selected: readonly FleetProxy[];
  onSelect: (proxies: readonly FleetProxy[]) => void;
}) {
  const [deleting, setDeleting] = useState<readonly FleetProxy[]>();
  const actReason = useActReason("deleteProxy", proxyMenuTexts.deleteProxies);
  const checkReason = useCheckReason();
  const client = useQueryClient();
  const tooMany =
    selected.length > bulkBounds.most
      ? selectedProxiesBarTexts.tooManyProxies(formatCount(bulkBounds.most))
      : undefined;
  return (
    <>
      {selected.length === 0 ? null : (
        <SelectionBar
          label={selectedProxiesBarTexts.selectedProxies}
          text={selectedProxiesBarTexts.selected(formatCountOf(selected.length, "proxy", "proxies"))}
          onClear={() => onSelect([])}
        >
          <Button disabledReason={checkReason} onClick={() => checkMany(client, selected)}>
            {selectedProxiesBarTexts.check}
          </Button>
          <Button
            variant="danger"
            disabledReason={actReason ?? tooMany}
            onClick={() => setDeleting(selected)}
          >
            {selectedProxiesBarTexts.delete}
          </Button>
        </SelectionBar>
      )}
      {deleting === undefined ? null : (
        <DeleteProxiesDialog
          proxies={deleting}
          onClose={(over) => {
            setDeleting(undefined);
            if (over !== undefined) onSelect(itemsNotDone(selected, ({ id }) => id, over));
          }}
        />
      )}
    </>
  );
}
