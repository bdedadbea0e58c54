"use client";

import { useState } from "react";
import { useSessionNames } from "@/components/inventory/use-pins";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  chromiumLog,
  groupsOf,
  otherSessionsOf,
  type Pane,
  type PaneLayout,
  type PanePosition,
  paneName,
} from "../panes/pane-layout.ts";
import { PaneSourceForm } from "../panes/pane-source-form.tsx";
import { addPaneTexts } from "./workbench-on-demand-messages.ts";

/** Selects a log and the position of its pane. */
export function AddPane({
  session,
  layout,
  onAdd,
}: {
  session: string;
  layout: PaneLayout;
  onAdd: (pane: Pane, place: PanePosition) => void;
}) {
  const [where, setWhere] = useState("below");
  const groups = groupsOf(layout);
  const nameOf = useSessionNames(otherSessionsOf(groups.flatMap(({ panes }) => panes)));
  const options = [
    { value: "below", label: addPaneTexts.below },
    { value: "right", label: addPaneTexts.onTheRight },
    ...groups.map(({ panes }, index) => ({
      value: `tab-${index}`,
      label: addPaneTexts.tabBeside(panes.map((pane) => paneName(pane, nameOf)).join(", ")),
    })),
  ];
  const place = (): PanePosition => {
    if (where === "right" || where === "below") return { as: where, group: undefined };
    return { as: "tab", group: groups[Number(where.slice("tab-".length))] };
  };
  return (
    <PaneSourceForm
      session={session}
      source={{ session: undefined, log: chromiumLog }}
      onChoose={(source) => onAdd({ sources: [source], skewMs: 0 }, place())}
    >
      <Field label={addPaneTexts.place}>
        <Select value={where} onValueChange={setWhere} options={options} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        {addPaneTexts.addPane}
      </Button>
    </PaneSourceForm>
  );
}
