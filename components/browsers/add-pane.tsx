"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import {
  chromiumLog,
  groupsOf,
  type Pane,
  type PaneLayout,
  type PanePlace,
  paneName,
} from "./pane-layout.ts";
import { PaneSourceForm } from "./pane-source-form.tsx";

/** Asks which log, and where its pane goes. */
export function AddPane({
  session,
  layout,
  onAdd,
}: {
  session: string;
  layout: PaneLayout;
  onAdd: (pane: Pane, place: PanePlace) => void;
}) {
  const [where, setWhere] = useState("below");
  const groups = groupsOf(layout);
  const options = [
    { value: "below", label: "New split below" },
    { value: "right", label: "New split right" },
    ...groups.map(({ panes }, index) => ({
      value: `tab-${index}`,
      label: `Tab beside ${panes.map(paneName).join(", ")}`,
    })),
  ];
  const place = (): PanePlace => {
    if (where === "right" || where === "below") return { as: where, group: undefined };
    return { as: "tab", group: groups[Number(where.slice("tab-".length))] };
  };
  return (
    <PaneSourceForm
      session={session}
      source={{ session: undefined, log: chromiumLog }}
      onChoose={(source) => onAdd({ sources: [source], skewMs: 0 }, place())}
    >
      <Field label="Place">
        <Select value={where} onValueChange={setWhere} options={options} />
      </Field>
      <Button type="submit" variant="primary" className="justify-self-end">
        Add pane
      </Button>
    </PaneSourceForm>
  );
}
