"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { useTimeZone } from "@/components/ui/time-zone";
import { timelineLimits } from "@/lib/bff/timeline";
import { readFailure } from "@/lib/format/failure";
import { parseInstant } from "@/lib/format/rfc3339";
import { zonedRfc3339 } from "@/lib/format/zoned-rfc3339";
import { timelineMutations } from "@/lib/queries/timeline";

/** Sets a mark with a note at a moment; everyone sees it. */
export function MarkDialog({ atMs, onClose }: { atMs: number; onClose: () => void }) {
  const { zone } = useTimeZone();
  const [at, setAt] = useState(() => zonedRfc3339(new Date(atMs).toISOString(), zone));
  const [note, setNote] = useState("");
  const [faults, setFaults] = useState<{ at?: string; note?: string }>({});
  const create = useMutation(timelineMutations.mark());

  const save = async () => {
    const moment = parseInstant(at.trim());
    const said = note.trim();
    if (moment === undefined) return setFaults({ at: "Write it like 2026-11-21T03:08:41Z." });
    if (said === "") return setFaults({ note: "Say what happened." });
    if (create.isPending) return;
    setFaults({});
    try {
      await create.mutateAsync({ at_ms: moment.epochMs, note: said });
      onClose();
    } catch (error) {
      setFaults({ note: readFailure(error).message });
    }
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={create.isPending}
      title="Mark a moment"
      description="Everyone sees it on the timeline. You can take it back."
      width="sm"
      foot={
        <>
          <Button disabledReason={create.isPending ? "The mark is being set." : undefined} onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" pending={create.isPending} onClick={() => void save()}>
            Set the mark
          </Button>
        </>
      }
    >
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field label="Note" error={faults.note}>
          <Input
            value={note}
            maxLength={timelineLimits.noteMax}
            onChange={(event) => setNote(event.target.value)}
            autoComplete="off"
          />
        </Field>
        <Field label="Moment" error={faults.at} hint="RFC 3339, with its zone.">
          <Input mono value={at} onChange={(event) => setAt(event.target.value)} autoComplete="off" />
        </Field>
        <button type="submit" hidden />
      </form>
    </Dialog>
  );
}
