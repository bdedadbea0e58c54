"use client";

import { useState } from "react";
import * as z from "zod/mini";
import { useUrlQuery } from "@/components/layout/use-url-query";
import { Button } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input } from "@/components/ui/input";
import type { NamedProcess } from "@/lib/live/supervisor-line";
import { processesTabTexts } from "./process-messages.ts";
import { ProcessRow } from "./process-row.tsx";
import { RunCommandButton } from "./run-command-button.tsx";
import { useNamedProcesses } from "./use-named-processes.ts";

const processId = z.guid();
const maxIds = 16;
/** Process ids added by the operator, comma-separated. */
const screen = z.object({
  processes: z.optional(z.string().check(z.maxLength(maxIds * 37))),
});

const byId = (id: string): NamedProcess => ({
  name: "",
  processId: id,
  exitedAtMs: undefined,
  signal: undefined,
});

/** The processes of a session: those found in its log, and those added by id, which are in the address. */
export function ProcessesTab({ id, ended }: { id: string; ended: boolean }) {
  const { value, set } = useUrlQuery(screen);
  const known = useNamedProcesses(id);
  const addedIds = (value.processes ?? "").split(",").filter((each) => processId.safeParse(each).success);
  const others = addedIds.filter((each) => !known.some((process) => process.processId === each));
  const setAddedIds = (ids: readonly string[]) =>
    set({ processes: ids.length === 0 ? undefined : ids.join(",") }, "replace");
  const rows = [...known, ...others.map(byId)];

  return (
    <div className="grid gap-3">
      <h2 className="sr-only">{processesTabTexts.processes}</h2>
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <p className="min-w-0 flex-1 basis-48 text-caption text-ink-3">{processesTabTexts.whatIsListed}</p>
        <RunCommandButton id={id} ended={ended} />
        <AddProcess
          full={others.length >= maxIds}
          onAdd={(added) => setAddedIds([...addedIds.filter((each) => each !== added), added])}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState title={processesTabTexts.noKnownProcessesYet}>
          {ended ? processesTabTexts.endedWithoutProcesses : processesTabTexts.processesAppearHere}
        </EmptyState>
      ) : (
        <ul aria-label={processesTabTexts.processes} className="divide-y divide-line border-y border-line">
          {rows.map((process) => (
            <ProcessRow
              key={process.processId}
              id={id}
              process={process}
              ended={ended}
              onRemove={
                process.name === ""
                  ? () => setAddedIds(addedIds.filter((each) => each !== process.processId))
                  : undefined
              }
            />
          ))}
        </ul>
      )}
    </div>
  );
}

function AddProcess({ full, onAdd }: { full: boolean; onAdd: (processId: string) => void }) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<string>();
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        if (full) return;
        const read = processId.safeParse(text.trim().toLowerCase());
        setFault(read.success ? undefined : processesTabTexts.processIdInvalid);
        if (!read.success) return;
        setText("");
        onAdd(read.data);
      }}
    >
      <Input
        mono
        aria-label={processesTabTexts.processId}
        aria-invalid={fault === undefined ? undefined : true}
        aria-describedby={fault === undefined ? undefined : "process-id-fault"}
        placeholder={processesTabTexts.processIdUuid}
        className="!w-56"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button type="submit" disabledReason={full ? processesTabTexts.tooManyProcesses(maxIds) : undefined}>
        {processesTabTexts.add}
      </Button>
      {fault === undefined ? null : (
        <p id="process-id-fault" role="alert" className="basis-full text-label text-bad">
          {fault}
        </p>
      )}
    </form>
  );
}
