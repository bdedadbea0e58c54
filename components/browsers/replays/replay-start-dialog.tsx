"use client";

import { useMutation } from "@tanstack/react-query";
import * as z from "zod/mini";
import { FormDialog } from "@/components/form/form-dialog";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { boundedNumber } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { notify } from "@/components/ui/toast";
import { replayFramerate } from "@/lib/contract/replays";
import { shortId } from "@/lib/format/short-id";
import { replayMutations } from "@/lib/queries/replays";
import { replayStartDialogTexts } from "./replay-messages.ts";

const { min, max, standard } = replayFramerate;
const schema = z.object({
  framerate: boundedNumber({ min, max }, { optional: true }),
  max_duration_in_seconds: boundedNumber({ min: 1, max: 999_999_999 }, { optional: true }),
});
const faultTexts = { max_duration_in_seconds: replayStartDialogTexts.maxLengthInvalid } as const;
const values = { framerate: String(standard), max_duration_in_seconds: "" };

/** The form of a new recording, within the API's limits. Mount it when it opens. */
export function ReplayStartDialog({
  id,
  onStarted,
  onClose,
}: {
  id: string;
  onStarted: (replayId: string) => void;
  onClose: () => void;
}) {
  const { form, dialog } = useFormDialog({
    schema,
    faultTexts,
    values,
    draft: "recording",
    act: useMutation(replayMutations.start()),
    // Empty fields are left to the API.
    toSend: ({ framerate, max_duration_in_seconds: longest }) => ({
      id,
      body: {
        ...(framerate === undefined ? {} : { framerate }),
        ...(longest === undefined ? {} : { max_duration_in_seconds: longest }),
      },
    }),
    onSaved: (replay) => {
      onClose();
      if (replay === undefined) return;
      notify.done(replayStartDialogTexts.recordingStarted, shortId(replay.replay_id));
      onStarted(replay.replay_id);
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      width="sm"
      title={replayStartDialogTexts.startRecording}
      description={replayStartDialogTexts.recordsScreenUntilYouStop}
      submitLabel={replayStartDialogTexts.startRecording}
      failedTitle={replayStartDialogTexts.notStarted}
    >
      <TextField
        form={form}
        name="framerate"
        label={<ApiLabel name="framerate">{replayStartDialogTexts.framesPerSecond}</ApiLabel>}
        hint={replayStartDialogTexts.framesHint({ min, max })}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="max_duration_in_seconds"
        label={
          <ApiLabel name="max_duration_in_seconds">{replayStartDialogTexts.maximumLengthInSeconds}</ApiLabel>
        }
        optional
        hint={replayStartDialogTexts.maxLengthHint}
        inputMode="numeric"
      />
    </FormDialog>
  );
}
