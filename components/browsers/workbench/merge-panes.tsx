"use client";

import { useState } from "react";
import { useSessionNames } from "@/components/inventory/use-pins";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { otherSessionsOf, type Pane, paneTitle } from "../panes/pane-layout.ts";
import { mergePanesTexts } from "./workbench-on-demand-messages.ts";

/** Selects the panes to merge. `panes`: those that can be merged. */
export function MergePanes({
  session,
  panes,
  onMerge,
}: {
  session: string;
  panes: readonly Pane[];
  onMerge: (chosen: readonly Pane[]) => void;
}) {
  const [chosen, setChosen] = useState<ReadonlySet<Pane>>(() => new Set(panes));
  const nameOf = useSessionNames([session, ...otherSessionsOf(panes)]);
  const toggle = (pane: Pane, on: boolean) => {
    const next = new Set(chosen);
    if (on) next.add(pane);
    else next.delete(pane);
    setChosen(next);
  };
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen.size > 1) onMerge([...chosen]);
      }}
    >
      <fieldset className="grid gap-1.5">
        <legend className="sr-only">{mergePanesTexts.panesToMerge}</legend>
        {panes.map((pane, index) => (
          <Checkbox
            // biome-ignore lint/suspicious/noArrayIndexKey: the list does not change while the dialog is open
            key={index}
            checked={chosen.has(pane)}
            onCheckedChange={(on) => toggle(pane, on)}
            label={
              <span className="font-mono text-label">
                {paneTitle(pane)}{" "}
                <span className="text-ink-3">{nameOf(pane.sources[0]?.session ?? session)}</span>
              </span>
            }
          />
        ))}
      </fieldset>
      <Button
        type="submit"
        variant="primary"
        className="justify-self-end"
        disabledReason={chosen.size < 2 ? mergePanesTexts.selectAtLeastTwoPanes : undefined}
      >
        {mergePanesTexts.merge(chosen.size)}
      </Button>
    </form>
  );
}
