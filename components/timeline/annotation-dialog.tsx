"use client";

import { useMutation } from "@tanstack/react-query";
import { useId } from "react";
import * as z from "zod/mini";
import { TextField, useSchemaForm } from "@/components/form/schema-form";
import { requiredText } from "@/components/form/typed-values";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { useTimeZone } from "@/components/ui/time-zone";
import { timelineLimits } from "@/lib/bff/timeline";
import { readFailure } from "@/lib/format/error-message";
import { parseInstant } from "@/lib/format/rfc3339";
import { zonedRfc3339 } from "@/lib/format/zoned-rfc3339";
import { timelineMutations } from "@/lib/queries/timeline";
import { annotationDialogTexts } from "./timeline-on-demand-messages.ts";

const schema = z.object({
  at: z.pipe(
    z.transform((text: string) => parseInstant(text.trim())?.epochMs),
    z.number(),
  ),
  note: requiredText,
});
const faultTexts = {
  at: annotationDialogTexts.enterTimeSuch202611,
  note: annotationDialogTexts.enterWhatHappened,
} as const;

/** Creates an annotation with a note at a moment, visible to everyone. */
export function AnnotationDialog({ atMs, onClose }: { atMs: number; onClose: () => void }) {
  const { zone } = useTimeZone();
  const formId = useId();
  const create = useMutation(timelineMutations.createAnnotation());
  const form = useSchemaForm({
    schema,
    faultTexts,
    defaultValues: { at: zonedRfc3339(new Date(atMs).toISOString(), zone), note: "" },
  });
  const submit = form.handleSubmit(({ at, note }) =>
    create.mutate(
      { at_ms: at, note },
      {
        onSuccess: onClose,
        onError: (error) => form.setError("note", { message: readFailure(error).message }),
      },
    ),
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      pending={create.isPending}
      title={annotationDialogTexts.addMark}
      description={annotationDialogTexts.everyoneSeesMarkYouCan}
      width="sm"
      foot={
        <DialogButtons
          formId={formId}
          submitLabel={annotationDialogTexts.addMark}
          pending={create.isPending}
          onDismiss={onClose}
        />
      }
    >
      <form id={formId} className="grid gap-3" onSubmit={(event) => void submit(event)}>
        <TextField
          form={form}
          name="note"
          label={annotationDialogTexts.note}
          maxLength={timelineLimits.noteMax}
        />
        <TextField
          form={form}
          name="at"
          label={annotationDialogTexts.time}
          hint={annotationDialogTexts.rfc3339WithTimeZone}
          mono
        />
      </form>
    </Dialog>
  );
}
