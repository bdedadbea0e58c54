"use client";

import { useState } from "react";
import { bulkBounds, itemsNotDone } from "@/components/bulk-act/bulk-job";
import { SelectionBar } from "@/components/bulk-act/selection-bar";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button } from "@/components/ui/button";
import type { Browser } from "@/lib/contract/browsers";
import { formatCount, formatCountOf } from "@/lib/format/numbers";
import { selectedBrowsersBarTexts } from "./browser-list-on-demand-messages.ts";
import { sessionState } from "./browser-state.ts";
import { EndBrowsersDialog } from "./end-browsers-dialog.tsx";

/** Acts on the selected browsers. It stays while its dialog is open, also when nothing is selected any more. */
export function SelectedBrowsersBar({
  selected,
  onSelect,
}: {
  selected: readonly Browser[];
  onSelect: (browsers: readonly Browser[]) => void;
}) {
  const [ending, setEnding] = useState<readonly Browser[]>();
  const actReason = useActReason("deleteBrowser", selectedBrowsersBarTexts.endBrowsers);
  const active = selected.filter((browser) => sessionState(browser) === "active");
  const cannotEnd =
    active.length === 0
      ? selectedBrowsersBarTexts.alreadyEnded
      : active.length > bulkBounds.most
        ? selectedBrowsersBarTexts.tooManySelected(formatCount(bulkBounds.most))
        : undefined;
  return (
    <>
      {selected.length === 0 ? null : (
        <SelectionBar
          label={selectedBrowsersBarTexts.selectedBrowsers}
          text={selectedBrowsersBarTexts.selected(formatCountOf(selected.length, "browser"))}
          onClear={() => onSelect([])}
        >
          <Button
            variant="danger"
            disabledReason={actReason ?? cannotEnd}
            onClick={() => setEnding(selected)}
          >
            {selectedBrowsersBarTexts.end}
          </Button>
        </SelectionBar>
      )}
      {ending === undefined ? null : (
        <EndBrowsersDialog
          browsers={ending}
          onClose={(over) => {
            setEnding(undefined);
            if (over !== undefined) onSelect(itemsNotDone(selected, ({ session_id: id }) => id, over));
          }}
        />
      )}
    </>
  );
}
