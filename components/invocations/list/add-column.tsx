"use client";

import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Combobox } from "@/components/ui/combobox";
import { Field } from "@/components/ui/field";
import { Select } from "@/components/ui/select";
import type { Invocation } from "@/lib/contract/invocations";
import { parseJsonPath } from "@/lib/format/json-path";
import { pathColumnId } from "./chosen-columns.tsx";
import { addColumnTexts } from "./invocation-list-on-demand-messages.ts";
import { type JsonSource, pathsOnScreen } from "./json-source.ts";

const sources = [
  { value: "payload", label: addColumnTexts.payload },
  { value: "output", label: addColumnTexts.output },
] as const;

/** Adds a column for a path in payload or output. */
export function AddColumn({
  rows,
  taken,
  onAdd,
}: {
  rows: readonly Invocation[];
  taken: (id: string) => boolean;
  onAdd: (id: string) => void;
}) {
  const [source, setSource] = useState<JsonSource>("payload");
  const [path, setPath] = useState("");
  const [fault, setFault] = useState<string>();
  const add = () => {
    const read = parseJsonPath(path.trim());
    if (read.kind === "fault") return setFault(read.fault);
    if (read.steps.length === 0) return setFault(addColumnTexts.columnInstead(source));
    const id = pathColumnId(source, read.steps);
    if (taken(id)) return setFault(addColumnTexts.thisColumnAlreadyExists);
    setFault(undefined);
    setPath("");
    onAdd(id);
  };
  return (
    <form
      aria-label={addColumnTexts.addColumn}
      className="grid gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
        <Field label={addColumnTexts.from}>
          <Select value={source} options={sources} onValueChange={setSource} />
        </Field>
        <Field label={addColumnTexts.path} error={fault}>
          <Combobox
            value={path}
            onValueChange={(next) => {
              setPath(next);
              setFault(undefined);
            }}
            suggestions={pathsOnScreen(rows, source)}
            placeholder="$.cart.items[0].sku"
            mono
          />
        </Field>
      </div>
      <Button type="submit">
        <Plus />
        {addColumnTexts.addColumnPart}
      </Button>
    </form>
  );
}
