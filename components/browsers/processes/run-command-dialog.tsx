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
import { CommandRun } from "./command-run.tsx";

const timeout = { min: 1, max: 86_400 };
const schema = z.object({
  command: z.string().check(
    z.refine((text) => text.trim() !== "", "Enter a command."),
    z.maxLength(100_000, "Use up to 100,000 characters."),
  ),
  cwd: z.string().check(
    z.trim(),
    z.refine((path) => path === "" || path.startsWith("/"), "Enter an absolute path, such as /tmp."),
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
  if (started !== undefined) return <CommandRun id={id} {...started} onClose={onClose} />;
  const advanced = (["cwd", "timeout_sec"] as const).some(
    (name) => form.getFieldState(name, form.formState).invalid,
  );
  return (
    <FormDialog
      dialog={dialog}
      title="Run command"
      description="Runs on the browser's machine, as its user."
      submitLabel="Run command"
      failedTitle="Not started"
      effect="The command is written to the audit. It stops when the browser ends."
    >
      <Field
        label={<ApiLabel name="command">Command</ApiLabel>}
        hint="Runs in a shell: pipes and redirections work."
        error={form.getFieldState("command", form.formState).error?.message}
      >
        <Textarea mono rows={3} spellCheck={false} autoCapitalize="none" {...form.register("command")} />
      </Field>
      <FoldedFields title="More settings" hasFault={advanced}>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="cwd"
            label={<ApiLabel name="cwd">Folder</ApiLabel>}
            optional
            mono
            hint="Empty: the user's home folder."
          />
          <TextField
            form={form}
            name="timeout_sec"
            label={<ApiLabel name="timeout_sec">Time limit in seconds</ApiLabel>}
            optional
            mono
            inputMode="numeric"
            hint="Empty: no limit."
          />
        </div>
      </FoldedFields>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
