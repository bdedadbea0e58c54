"use client";

import { useMutation } from "@tanstack/react-query";
import { Circle } from "lucide-react";
import { useState } from "react";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { notify } from "@/components/ui/toast";
import { replayCreate, replayFramerate } from "@/lib/contract/replays";
import { readFailure } from "@/lib/format/error-message";
import { shortId } from "@/lib/format/short-id";
import { isAbsent } from "@/lib/queries/bff";
import { replayMutations } from "@/lib/queries/replays";

const formId = "start-recording";
const cannot = "This API cannot record sessions.";

/** Message for a failed start. */
function messageOf(error: unknown): string {
  const { status, message } = readFailure(error);
  if (isAbsent(error)) return cannot;
  if (status === 429) return "Too many recordings run on this API. Stop one, or try again in a moment.";
  return message;
}

/** Empty fields are left to the API. */
const read = (text: string): number | undefined => (text.trim() === "" ? undefined : Number(text));

/** Starts a recording, within the API's limits. */
export function ReplayStart({
  id,
  ended,
  onStarted,
}: {
  id: string;
  ended: boolean;
  onStarted: (replayId: string) => void;
}) {
  const [open, setOpen] = useState(false);
  const draft = useRecordingDraft();
  const start = useMutation(replayMutations.start());
  const role = useRoleReason("operator");
  const { checked } = draft;

  const submit = () => {
    if (!checked.success || start.isPending) return;
    start.mutate(
      { id, body: checked.data },
      {
        onSuccess: (replay) => {
          setOpen(false);
          if (replay === undefined) return;
          notify.done("Recording started", shortId(replay.replay_id));
          onStarted(replay.replay_id);
        },
      },
    );
  };

  return (
    <>
      <Button
        disabledReason={
          ended ? "This session has ended." : (role ?? (isAbsent(start.error) ? cannot : undefined))
        }
        onClick={() => {
          start.reset();
          setOpen(true);
        }}
      >
        <Circle aria-hidden="true" className="fill-current text-bad" />
        Start recording…
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        pending={start.isPending}
        width="sm"
        title="Start a recording"
        description="It shows all that this session shows, until it is stopped, its time is up, or the session ends."
        foot={
          <DialogButtons
            formId={formId}
            submitLabel="Start recording"
            pending={start.isPending}
            disabledReason={checked.success ? undefined : "Mend the marked fields first."}
            onDismiss={() => setOpen(false)}
          />
        }
      >
        <form
          id={formId}
          className="grid gap-3"
          onSubmit={(event) => {
            event.preventDefault();
            submit();
          }}
        >
          <RecordingFields draft={draft} />
          {start.error === null ? null : (
            <p role="alert" className="text-label text-bad break-words">
              {messageOf(start.error)}
            </p>
          )}
        </form>
      </Dialog>
    </>
  );
}

/** What is typed, and whether the API takes it. */
function useRecordingDraft() {
  const [framerate, setFramerate] = useState(String(replayFramerate.standard));
  const [longest, setLongest] = useState("");
  const body = { framerate: read(framerate), max_duration_in_seconds: read(longest) };
  const checked = replayCreate.safeParse(body);
  const isFaulty = (field: keyof typeof body) =>
    checked.error?.issues.some((issue) => issue.path[0] === field) ?? false;
  return { framerate, setFramerate, longest, setLongest, checked, isFaulty };
}

function RecordingFields({ draft }: { draft: ReturnType<typeof useRecordingDraft> }) {
  const { min, max } = replayFramerate;
  return (
    <>
      <Field
        label="Pictures a second"
        hint={`${min} to ${max}; more make a larger file.`}
        error={draft.isFaulty("framerate") ? `A whole number from ${min} to ${max}.` : undefined}
      >
        <Input
          inputMode="numeric"
          value={draft.framerate}
          onChange={(event) => draft.setFramerate(event.target.value)}
        />
      </Field>
      <Field
        label="Longest, in seconds"
        optional
        hint="It then stops by itself. Without it, it runs until it is stopped."
        error={draft.isFaulty("max_duration_in_seconds") ? "A whole number from 1." : undefined}
      >
        <Input
          inputMode="numeric"
          value={draft.longest}
          onChange={(event) => draft.setLongest(event.target.value)}
        />
      </Field>
    </>
  );
}
