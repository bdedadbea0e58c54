"use client";

import { type ComponentProps, type ReactNode, useMemo } from "react";
import {
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
  type UseFormProps,
  type UseFormReturn,
  useForm,
} from "react-hook-form";
import * as z from "zod/mini";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { errorsOf, type FaultTexts, faultsIn, sentenceOf } from "./form-faults.ts";

const noTexts: FaultTexts = {};

export interface SchemaFormOptions<Values extends FieldValues, Submitted>
  extends Pick<
    UseFormProps<Values, unknown, Submitted>,
    "defaultValues" | "mode" | "resetOptions" | "values"
  > {
  schema: z.ZodMiniType<Submitted, Values>;
  /** Has the same identity at each render. */
  faultTexts?: FaultTexts | undefined;
  /** The error of the last save. */
  failure?: unknown;
  /** The field that a conflict (409) is about, such as a name that is taken. */
  conflictField?: FieldPath<Values> | undefined;
}

/**
 * A form whose values are as typed, and whose schema turns them into what is submitted. Faults are shown at their
 * fields, from the first submit on, and the first is focused; so are those that a failed save names.
 */
export function useSchemaForm<Values extends FieldValues, Submitted>({
  schema,
  faultTexts = noTexts,
  failure,
  conflictField,
  ...options
}: SchemaFormOptions<Values, Submitted>): UseFormReturn<Values, unknown, Submitted> {
  // The names of the fields; what is in them does not matter.
  const known = options.values ?? options.defaultValues;
  const fields = typeof known === "function" ? undefined : known;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names of a form's fields never change
  const errors = useMemo(() => {
    const { faults } = faultsIn(failure, fields ?? {}, conflictField);
    return faults.length === 0 ? undefined : errorsOf<Values>(faults, faultTexts);
  }, [failure, faultTexts, conflictField]);
  return useForm<Values, unknown, Submitted>({
    ...options,
    ...(errors === undefined ? {} : { errors }),
    resolver: (values) => {
      const read = z.safeParse(schema, values);
      if (read.success) return { values: read.data, errors: {} };
      const faults = read.error.issues.map(({ path, message }) => ({
        path: path.join("."),
        message: sentenceOf(message),
      }));
      return { values: {}, errors: errorsOf<Values>(faults, faultTexts) };
    },
  });
}

/** Enters a chosen value as if it was typed: a fault of the last submit is checked again. */
export function enterValue<Values extends FieldValues, Name extends FieldPath<Values>>(
  form: Pick<UseFormReturn<Values>, "formState" | "setValue">,
  name: Name,
  value: FieldPathValue<Values, Name>,
): void {
  form.setValue(name, value, { shouldDirty: true, shouldValidate: form.formState.isSubmitted });
}

/** A text field of a form, with its fault. */
export function TextField<Values extends FieldValues>({
  form,
  name,
  label,
  hint,
  optional = false,
  decides,
  ...input
}: Omit<ComponentProps<typeof Input>, "name" | "form"> & {
  form: Pick<UseFormReturn<Values>, "formState" | "getFieldState" | "register">;
  name: FieldPath<Values>;
  label: ReactNode;
  hint?: ReactNode;
  optional?: boolean;
  /** Fields whose faults depend on this one: they are checked again with it. */
  decides?: FieldPath<Values>[];
}) {
  const { error } = form.getFieldState(name, form.formState);
  return (
    <Field label={label} hint={hint} optional={optional} error={error?.message}>
      <Input
        autoComplete="off"
        {...input}
        {...form.register(name, decides === undefined ? {} : { deps: decides })}
      />
    </Field>
  );
}

/** A field's name for people, with its name in the API as the tooltip. */
export function ApiLabel({ name, children }: { name: string; children: ReactNode }) {
  return <span title={name}>{children}</span>;
}
