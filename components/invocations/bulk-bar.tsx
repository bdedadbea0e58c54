"use client";

import { X } from "lucide-react";
import { Button, IconButton } from "@/components/ui/button";
import { notify } from "@/components/ui/toast";
import type { Invocation } from "@/lib/contract/invocations";
import { formatCount } from "@/lib/format/numbers";

/** What can be done with the selected runs. */
export function BulkBar({
  selected,
  allMatching,
  onClear,
}: {
  selected: readonly Invocation[];
  /** Whether these are all that match the filters, beyond the page. */
  allMatching: boolean;
  onClear: () => void;
}) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(selected.map(({ id }) => id).join("\n"));
      notify.done(`${formatCount(selected.length)} ids copied`);
    } catch {
      notify.failed("Not copied", "The browser refused access to the clipboard.");
    }
  };
  return (
    <section
      aria-label="Selected runs"
      className="sticky bottom-11 z-20 flex items-center gap-2 justify-self-center rounded-lg border border-line-strong bg-raised p-1.5 pl-3 shadow-float"
    >
      <span className="whitespace-nowrap font-medium">
        {formatCount(selected.length)} selected
        {allMatching ? <span className="font-normal text-ink-3"> · all that match</span> : null}
      </span>
      <Button onClick={() => void copy()}>Copy ids</Button>
      <IconButton label="Clear the selection" onClick={onClear}>
        <X />
      </IconButton>
    </section>
  );
}
