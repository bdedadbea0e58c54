"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button, IconButton } from "@/components/ui/button";
import type { Browser } from "@/lib/contract/browsers";
import { formatCount } from "@/lib/format/numbers";
import { selectedBrowsersBarTexts } from "./browser-list-on-demand-messages.ts";
import { sessionState } from "./browser-state.ts";
import { countOf, EndBrowsersDialog } from "./end-browsers-dialog.tsx";

/** Acts on the selected browsers. It stays while its dialog is open, also when nothing is selected any more. */
export function SelectedBrowsersBar({
  selected,
  onClear,
}: {
  selected: readonly Browser[];
  onClear: () => void;
}) {
  const [ending, setEnding] = useState<readonly Browser[]>();
  const actReason = useActReason("deleteBrowser", selectedBrowsersBarTexts.endBrowsers);
  const active = selected.filter((browser) => sessionState(browser) === "active");
  const cannotEnd =
    active.length === 0
      ? selectedBrowsersBarTexts.selectedBrowsersHaveAlreadyEnded
      : active.length > bulkBounds.most
        ? selectedBrowsersBarTexts.upBrowsersCanEndedOnce(formatCount(bulkBounds.most))
        : undefined;
  return (
    <>
      {selected.length === 0 ? null : (
        <section
          aria-label={selectedBrowsersBarTexts.selectedBrowsers}
          className="sticky bottom-11 z-20 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-enter max-sm:bottom-[calc(8px+max(var(--tray-height,0px),var(--acts-height,36px)))]"
        >
          <p role="status" className="font-medium">
            {selectedBrowsersBarTexts.selected(countOf(selected.length))}
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <Button
              variant="danger"
              disabledReason={actReason ?? cannotEnd}
              onClick={() => setEnding(selected)}
            >
              {selectedBrowsersBarTexts.end}
            </Button>
            <IconButton label={selectedBrowsersBarTexts.clearSelection} onClick={onClear}>
              <X />
            </IconButton>
          </div>
        </section>
      )}
      {ending === undefined ? null : (
        <EndBrowsersDialog
          browsers={ending}
          onClose={(isOver) => {
            setEnding(undefined);
            if (isOver) onClear();
          }}
        />
      )}
    </>
  );
}
