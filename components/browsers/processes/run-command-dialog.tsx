"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { FoldedFields } from "@/components/form/form-section";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { boundedNumber } from "@/components/form/typed-values";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { processMutations } from "@/lib/queries/processes";
import { CommandExecution } from "./command-execution.tsx";
import { runCommandDialogTexts } from "./process-messages.ts";

const timeout = { min: 1, max: 86_400 };
const schema = z.object({
  command: z.string().check(
    z.refine((text) => text.trim() !== "", runCommandDialogTexts.enterACommand),
    z.maxLength(100_000, runCommandDialogTexts.commandTooLong),
  ),
  cwd: z.string().check(
    z.trim(),
    z.refine((path) => path === "" || path.startsWith("/"), runCommandDialogTexts.folderInvalid),
  ),
  timeout_sec: boundedNumber(timeout, { optional: true }),
  reason: z.string().check(z.trim()),
});
const empty = { command: "", cwd: "", timeout_sec: "", reason: "" };

/** Runs a command in a session's instance and shows its output as it comes. */
export function RunCommandDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [started, setStarted] = useState<{ processId: string; command: string }>();
  const { form, dialog } = useFormDialog({
    schema,
    values: empty,
    draft: `command-${id}`,
    act: useMutation(processMutations.spawn()),
    toSend: ({ command, cwd, timeout_sec, reason }) => ({
      id,
      spec: {
        command,
        ...(cwd === "" ? {} : { cwd }),
        ...(timeout_sec === undefined ? {} : { timeout_sec }),
      },
      reason,
    }),
    onSaved: (process, { command }) => {
      const processId = process?.process_id;
      if (processId) setStarted({ processId, command });
      else onClose();
    },
    onClose,
  });
  if (started !== undefined) return <CommandExecution id={id} {...started} onClose={onClose} />;
  const advanced = (["cwd", "timeout_sec"] as const).some(
    (name) => form.getFieldState(name, form.formState).invalid,
  );
  return (
    <FormDialog
      dialog={dialog}
      title={runCommandDialogTexts.runCommand}
      description={runCommandDialogTexts.whereItRuns}
      submitLabel={runCommandDialogTexts.runCommand}
      failedTitle={runCommandDialogTexts.notStarted}
      effect={runCommandDialogTexts.effect}
    >
      <Field
        label={<ApiLabel name="command">{runCommandDialogTexts.command}</ApiLabel>}
        hint={runCommandDialogTexts.commandHint}
        error={form.getFieldState("command", form.formState).error?.message}
      >
        <Textarea mono rows={3} spellCheck={false} autoCapitalize="none" {...form.register("command")} />
      </Field>
      <FoldedFields title={runCommandDialogTexts.moreSettings} hasFault={advanced}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="cwd"
            label={<ApiLabel name="cwd">{runCommandDialogTexts.folder}</ApiLabel>}
            optional
            mono
            hint={runCommandDialogTexts.folderHint}
          />
          <TextField
            form={form}
            name="timeout_sec"
            label={<ApiLabel name="timeout_sec">{runCommandDialogTexts.timeLimitInSeconds}</ApiLabel>}
            optional
            mono
            inputMode="numeric"
            hint={runCommandDialogTexts.timeLimitHint}
          />
        </div>
      </FoldedFields>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
