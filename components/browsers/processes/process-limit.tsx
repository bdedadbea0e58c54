"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useProcessMemory } from "./process-memory.ts";
import { processLimitTexts } from "./process-messages.ts";

const bytesPerMb = 1_000_000;

/** The operator's memory limit for a process. It is not enforced: it is a line in the chart and the target
 *  of the forecast. */
export function ProcessLimit({
  limitKey,
  title,
  limitBytes,
}: {
  limitKey: string;
  title: string;
  limitBytes: number | undefined;
}) {
  const { setLimit } = useProcessMemory();
  const [text, setText] = useState(limitBytes === undefined ? "" : String(limitBytes / bytesPerMb));
  const [fault, setFault] = useState<string>();
  const apply = () => {
    const given = text.trim();
    const megabytes = Number(given);
    if (given !== "" && !(megabytes > 0 && megabytes <= 10_000_000))
      return setFault(processLimitTexts.limitInvalid);
    setFault(undefined);
    setLimit(limitKey, given === "" ? undefined : megabytes * bytesPerMb);
  };
  return (
    <form
      className="flex min-w-0 flex-1 basis-64 items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        apply();
      }}
    >
      <Field
        label={processLimitTexts.memoryLimitOf(title)}
        error={fault}
        hint={processLimitTexts.limitHint}
        className="flex-1"
      >
        <Input inputMode="decimal" value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      <Button type="submit" className="mb-5">
        {processLimitTexts.setLimit}
      </Button>
    </form>
  );
}
