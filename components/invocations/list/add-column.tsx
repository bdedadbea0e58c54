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
import { type JsonSource, pathsOnScreen } from "./json-source.ts";

const sources = [
  { value: "payload", label: "Payload" },
  { value: "output", label: "Output" },
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
    if (read.steps.length === 0) return setFault(`$ is the whole ${source}. Use the column for it instead.`);
    const id = pathColumnId(source, read.steps);
    if (taken(id)) return setFault("This column already exists.");
    setFault(undefined);
    setPath("");
    onAdd(id);
  };
  return (
    <form
      aria-label="Add column"
      className="grid gap-2 border-t border-line p-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-2">
        <Field label="From">
          <Select value={source} options={sources} onValueChange={setSource} />
        </Field>
        <Field label="Path" error={fault}>
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
        <Plus /> Add column
      </Button>
    </form>
  );
}
