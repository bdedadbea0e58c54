import type { UseFormReturn } from "react-hook-form";
import { ApiLabel, TextField } from "@/components/form/schema-form";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/textarea";
import { createBrowserDialogTexts } from "./browser-list-on-demand-messages.ts";

/** The part of a form that these fields need; it may have others. */
interface LabelForm {
  form: Pick<UseFormReturn<{ name: string; tags: string }>, "formState" | "getFieldState" | "register">;
}

export function BrowserNameField({ form }: LabelForm) {
  return (
    <TextField
      form={form}
      name="name"
      label={<ApiLabel name="name">{createBrowserDialogTexts.name}</ApiLabel>}
      optional
      hint={createBrowserDialogTexts.nameHint}
    />
  );
}

export function BrowserTagsField({
  form,
  fixed,
}: LabelForm & { /** Why they cannot be edited. */ fixed?: string | undefined }) {
  return (
    <Field
      label={<ApiLabel name="tags">{createBrowserDialogTexts.tags}</ApiLabel>}
      optional
      hint={fixed ?? createBrowserDialogTexts.oneTagALine}
      error={form.getFieldState("tags", form.formState).error?.message}
    >
      <Textarea mono rows={2} readOnly={fixed !== undefined} {...form.register("tags")} />
    </Field>
  );
}
