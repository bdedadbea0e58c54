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

const { min, max, standard } = replayFramerate;
const schema = z.object({
  framerate: boundedNumber({ min, max }, { optional: true }),
  max_duration_in_seconds: boundedNumber({ min: 1, max: 999_999_999 }, { optional: true }),
});
const faultTexts = { max_duration_in_seconds: "Enter a whole number from 1." } as const;
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
      notify.done("Recording started", shortId(replay.replay_id));
      onStarted(replay.replay_id);
    },
    onClose,
  });
  return (
    <FormDialog
      dialog={dialog}
      width="sm"
      title="Start recording"
      description="Records the screen until you stop it, its time is up, or the browser ends."
      submitLabel="Start recording"
      failedTitle="Not started"
    >
      <TextField
        form={form}
        name="framerate"
        label={<ApiLabel name="framerate">Frames per second</ApiLabel>}
        hint={`${min} to ${max}. More frames make a larger file.`}
        inputMode="numeric"
      />
      <TextField
        form={form}
        name="max_duration_in_seconds"
        label={<ApiLabel name="max_duration_in_seconds">Maximum length in seconds</ApiLabel>}
        optional
        hint="Empty: records until you stop it."
        inputMode="numeric"
      />
    </FormDialog>
  );
}
