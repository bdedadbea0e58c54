import type { FieldValues } from "react-hook-form";

/** The fields that differ from `initial`. */
export function typedFields(values: FieldValues, initial: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(values).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(initial[name])),
  );
}

/** The fields that differ from `initial`, without those named in `secrets` at any depth. */
export function storableFields(
  values: FieldValues,
  initial: FieldValues,
  secrets: readonly string[],
): FieldValues {
  const storable = (fields: FieldValues): FieldValues =>
    JSON.parse(JSON.stringify(fields, (key, part: unknown) => (secrets.includes(key) ? undefined : part)));
  return typedFields(storable(values), storable(initial));
}
