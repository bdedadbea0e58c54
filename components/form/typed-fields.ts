import type { FieldValues } from "react-hook-form";

/** The fields that differ from `initial`, without those named in `secrets` at any depth. */
export function typedFields(
  values: FieldValues,
  initial: FieldValues,
  secrets: readonly string[],
): FieldValues {
  const textOf = (value: unknown) =>
    JSON.stringify(value, (key, part: unknown) => (secrets.includes(key) ? undefined : part));
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]: [string, unknown]) => {
      const text = secrets.includes(name) ? undefined : textOf(value);
      return text === undefined || text === textOf(initial[name]) ? [] : [[name, JSON.parse(text)]];
    }),
  );
}
