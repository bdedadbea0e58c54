"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import * as z from "zod/mini";
import { FormDialog, ReasonField } from "@/components/form/form-dialog";
import { FoldedFields } from "@/components/form/form-section";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { useFormDialog } from "@/components/form/use-form-dialog";
import { useRoleReason } from "@/components/layout/use-role-reason";
import { Checkbox } from "@/components/ui/checkbox";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { deploymentFields, deploymentUploadLimits } from "@/lib/bff/deployment-upload";
import { deploymentMutations } from "@/lib/queries/deployments";
import type { SentProgress } from "@/lib/queries/send-form";
import { deployDialogTexts, sendingProgress, deployMessages as texts } from "./deploy-on-demand-messages.ts";
import { DeploymentFile } from "./deployment-file.tsx";
import { DeploymentProgress } from "./deployment-progress.tsx";
import { environmentVariables } from "./environment-variables.ts";

const typed = (field: keyof typeof deploymentFields.shape, rule: string) =>
  z.string().check(
    z.trim(),
    z.refine((text) => text === "" || deploymentFields.shape[field].safeParse(text).success, rule),
  );
// A field that the API may refuse has the API's name, so that the refusal is shown at it.
const schema = z.object({
  file: z.nullable(z.instanceof(File)).check(
    z.refine((file) => file !== null && file.size > 0, texts.noFile),
    z.refine((file) => file === null || file.size <= deploymentUploadLimits.maxFileBytes, texts.fileTooLarge),
  ),
  version: typed("version", deployDialogTexts.valueTooLong),
  replace: z.boolean(),
  entrypoint_rel_path: typed("entrypoint_rel_path", deployDialogTexts.entrypointTooLong),
  region: typed("region", deployDialogTexts.valueTooLong),
  variables: environmentVariables,
  reason: z.string().check(z.trim()),
});
const empty: z.input<typeof schema> = {
  file: null,
  version: "",
  replace: false,
  entrypoint_rel_path: "",
  region: "",
  variables: "",
  reason: "",
};
/** A file cannot be stored, and variables are often credentials. */
const secrets = ["file", "variables"] as const;

/** Deploys an archive, then shows its log until the new version runs or was refused. */
export function DeployDialog({ onClose }: { onClose: () => void }) {
  const [deployed, setDeployed] = useState<{ id: string; name: string }>();
  const [sent, setSent] = useState<SentProgress>();
  const { form, dialog } = useFormDialog({
    schema,
    values: empty,
    draft: "deployment",
    secrets,
    conflictField: "version",
    act: useMutation(deploymentMutations.create(setSent)),
    toSend: ({ file, entrypoint_rel_path: entrypoint, ...settings }) =>
      file === null ? undefined : { file, entrypoint, ...settings },
    onSaved: ({ id }, { file }) => setDeployed({ id, name: file?.name ?? "" }),
    onClose,
  });
  const roleReason = useRoleReason("operator");
  if (deployed !== undefined)
    return <DeploymentProgress {...deployed} onBack={() => setDeployed(undefined)} onClose={onClose} />;
  const faultOf = (name: keyof z.input<typeof schema>) =>
    form.getFieldState(name, form.formState).error?.message;
  const [file, replace] = form.watch(["file", "replace"]);
  return (
    <FormDialog
      dialog={dialog}
      title={texts.title}
      description={texts.description}
      submitLabel={deployDialogTexts.deploy}
      failedTitle={deployDialogTexts.notDeployed}
      disabledReason={roleReason}
      effect={texts.effect}
      progress={dialog.pending && sent !== undefined ? sendingProgress(sent) : undefined}
    >
      <Field
        label={<ApiLabel name="file">{texts.file}</ApiLabel>}
        hint={texts.fileHint}
        error={faultOf("file")}
      >
        <DeploymentFile
          file={file}
          disabled={dialog.pending}
          onChange={(chosen) => form.setValue("file", chosen, { shouldDirty: true, shouldValidate: true })}
        />
      </Field>
      <div className="grid gap-2">
        <TextField
          form={form}
          name="version"
          label={<ApiLabel name="version">{texts.version}</ApiLabel>}
          optional
          mono
          spellCheck={false}
          hint={texts.versionHint}
        />
        <Checkbox
          checked={replace}
          onCheckedChange={(next) => form.setValue("replace", next, { shouldDirty: true })}
          label={<ApiLabel name="force">{texts.replace}</ApiLabel>}
        />
      </div>
      <Field
        label={<ApiLabel name="env_vars">{texts.variables}</ApiLabel>}
        optional
        hint={texts.variablesHint}
        error={faultOf("variables")}
      >
        <Textarea mono rows={3} spellCheck={false} autoCapitalize="none" {...form.register("variables")} />
      </Field>
      <FoldedFields
        title={deployDialogTexts.moreSettings}
        hasFault={faultOf("entrypoint_rel_path") !== undefined || faultOf("region") !== undefined}
      >
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            form={form}
            name="entrypoint_rel_path"
            label={<ApiLabel name="entrypoint_rel_path">{texts.entrypoint}</ApiLabel>}
            optional
            mono
            spellCheck={false}
            hint={texts.entrypointHint}
          />
          <TextField
            form={form}
            name="region"
            label={<ApiLabel name="region">{texts.region}</ApiLabel>}
            optional
            mono
            spellCheck={false}
            hint={texts.regionHint}
          />
        </div>
      </FoldedFields>
      <ReasonField form={form} name="reason" />
    </FormDialog>
  );
}
