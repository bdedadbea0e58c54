"use client";

import { type ComponentProps, type ReactNode, useMemo } from "react";
import {
  type FieldErrors,
  type FieldPath,
  type FieldValues,
  set,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { BffError } from "@/lib/queries/bff";

/** Texts of the faults, by field; a field without one shows the schema's. */
type FaultTexts = Readonly<Record<string, string>>;
const noTexts: FaultTexts = {};

function errorsOf<Values extends FieldValues>(
  faults: readonly { path: string; message: string }[],
  texts: FaultTexts,
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  for (const { path, message } of faults)
    set(errors, path, { type: "value", message: texts[path] ?? message });
  return errors;
}

/** What the dashboard answered about fields: `body.name give a name`. */
const faultsIn = (failure: unknown) =>
  (failure instanceof BffError && failure.status === 400 ? failure.details : []).flatMap((detail) => {
    const [, path, message = ""] = /^body\.([\w.]+) (.*)$/s.exec(detail) ?? [];
    return path === undefined ? [] : [{ path, message }];
  });

/**
 * A form whose values are as typed, and whose schema turns them into what is submitted. Faults are shown at their
 * fields, from the first submit on, and the first is focused; so are those that a failed save names.
 */
export function useSchemaForm<Values extends FieldValues, Submitted>({
  schema,
  faultTexts = noTexts,
  failure,
  ...options
}: Pick<UseFormProps<Values, unknown, Submitted>, "defaultValues" | "mode" | "resetOptions" | "values"> & {
  schema: z.ZodMiniType<Submitted, Values>;
  /** Of the same identity at each render. */
  faultTexts?: FaultTexts;
  /** Of the last save. */
  failure?: unknown;
}): UseFormReturn<Values, unknown, Submitted> {
  const errors = useMemo(() => {
    const faults = faultsIn(failure);
    return faults.length === 0 ? undefined : errorsOf<Values>(faults, faultTexts);
  }, [failure, faultTexts]);
  return useForm<Values, unknown, Submitted>({
    ...options,
    ...(errors === undefined ? {} : { errors }),
    resolver: (values) => {
      const read = z.safeParse(schema, values);
      if (read.success) return { values: read.data, errors: {} };
      const faults = read.error.issues.map(({ path, message }) => ({ path: path.join("."), message }));
      return { values: {}, errors: errorsOf<Values>(faults, faultTexts) };
    },
  });
}

/** A text field of a form, with its fault. */
export function TextField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  optional = false,
  ...input
}: Omit<ComponentProps<typeof Input>, "name" | "form"> & {
  form: Pick<UseFormReturn<Values>, "formState" | "getFieldState" | "register">;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
}) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} optional={optional} error={error?.message}>
      <Input autoComplete="off" {...input} {...form.register(name)} />
    </Field>
  );
}
