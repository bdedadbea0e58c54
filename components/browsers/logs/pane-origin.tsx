"use client";

import { ChevronDown } from "lucide-react";
import { useState } from "react";
import { useSessionNames } from "@/components/inventory/use-pins";
import { Button } from "@/components/ui/button";
import { Popover } from "@/components/ui/popover";
import { Tooltip } from "@/components/ui/tooltip";
import { logKinds, logName, otherSessionsOf, type Pane } from "../panes/pane-layout.ts";
import { PaneSourceForm } from "../panes/pane-source-form.tsx";
import { paneOriginTexts } from "./stored-log-messages.ts";

/** The sources of a pane, and a form to switch to another log. */
export function PaneOrigin({
  session,
  pane,
  onChange,
}: {
  session: string;
  pane: Pane;
  onChange: (pane: Pane) => void;
}) {
  const [open, setOpen] = useState(false);
  const [source, ...others] = pane.sources;
  const nameOf = useSessionNames(others.length === 0 ? [] : [session, ...otherSessionsOf([pane])]);
  if (source === undefined) return null;
  if (others.length > 0) {
    const names = pane.sources.map((each) =>
      paneOriginTexts.logOf(logName(each.log), nameOf(each.session ?? session)),
    );
    return (
      <Tooltip text={names.join(", ")}>
        <span>{paneOriginTexts.byTime}</span>
      </Tooltip>
    );
  }
  const kind = logKinds[source.log.source];
  return (
    <Popover
      label={paneOriginTexts.chooseALog}
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button
          size="sm"
          variant="ghost"
          className="-ml-1.5 px-1.5!"
          aria-label={paneOriginTexts.changeTheLogOf(kind, logName(source.log))}
        >
          {/* Without a word, a character without width keeps the baseline. */}
          {kind ?? "\u200b"}
          <ChevronDown className="size-3! text-ink-3" />
        </Button>
      }
    >
      <PaneSourceForm
        session={session}
        source={source}
        onChoose={(next) => {
          setOpen(false);
          onChange({ ...pane, sources: [next] });
        }}
      >
        <Button type="submit" variant="primary">
          {paneOriginTexts.showThisLog}
        </Button>
      </PaneSourceForm>
    </Popover>
  );
}
