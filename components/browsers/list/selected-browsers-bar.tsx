"use client";

import { X } from "lucide-react";
import { useState } from "react";
import { bulkBounds } from "@/components/bulk-act/bulk-job";
import { useActReason } from "@/components/layout/use-act-reason";
import { Button, IconButton } from "@/components/ui/button";
import type { Browser } from "@/lib/contract/browsers";
import { formatCount } from "@/lib/format/numbers";
import { sessionState } from "./browser-columns.tsx";
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
  const actReason = useActReason("deleteBrowser", "end browsers");
  const active = selected.filter((browser) => sessionState(browser) === "active");
  const cannotEnd =
    active.length === 0
      ? "The selected browsers have already ended."
      : active.length > bulkBounds.most
        ? `Up to ${formatCount(bulkBounds.most)} browsers can be ended at once.`
        : undefined;
  return (
    <>
      {selected.length === 0 ? null : (
        <section
          aria-label="Selected browsers"
          className="sticky bottom-11 z-20 flex w-fit max-w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-lg border border-line-strong bg-raised py-1.5 pr-1.5 pl-3 shadow-float animate-enter max-sm:bottom-[calc(8px+max(var(--tray-height,0px),var(--acts-height,36px)))]"
        >
          <p role="status" className="font-medium">
            {countOf(selected.length)} selected
          </p>
          <div className="flex flex-wrap items-center gap-1.5">
            <Button
              variant="danger"
              disabledReason={actReason ?? cannotEnd}
              onClick={() => setEnding(selected)}
            >
              End…
            </Button>
            <IconButton label="Clear selection" onClick={onClear}>
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
