"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { TextField } from "@/components/form/schema-form";
import { requiredText } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useTimeZone } from "@/components/ui/time-zone";
import { timelineLimits } from "@/lib/bff/timeline";
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
  at: annotationDialogTexts.enterTime,
  note: annotationDialogTexts.enterWhatHappened,
} as const;

/** Creates an annotation with a note at a moment, visible to everyone. */
export function AnnotationDialog({ atMs, onClose }: { atMs: number; onClose: () => void }) {
  const { zone } = useTimeZone();
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values: { at: zonedRfc3339(new Date(atMs).toISOString(), zone), note: "" },
    draft: "mark",
    act: useMutation(timelineMutations.createAnnotation()),
    toSend: ({ at, note }) => ({ at_ms: at, note }),
    onSaved: onClose,
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      title={annotationDialogTexts.addMark}
      description={annotationDialogTexts.everyoneSeesTheMark}
      width="sm"
      submitLabel={annotationDialogTexts.addMark}
      failedTitle={annotationDialogTexts.notAdded}
    >
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
        hint={annotationDialogTexts.timeHint}
        mono
      />
    </FormDialog>
  );
}
