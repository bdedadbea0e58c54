// What a failed save names of the fields of a form.
import { type FieldErrors, type FieldValues, get, set } from "react-hook-form";
import { BffError } from "@/lib/queries/bff";

/** Texts of the faults, by field; a field without one shows the schema's or the server's. */
export type FaultTexts = Readonly<Record<string, string>>;

export interface Fault {
  /** The field's path, such as `config.port`. */
  path: string;
  message: string;
  /** Says more than the form's own text. */
  isSpecific?: true;
}

/** Statuses of a refusal that is about what was sent. */
const aboutInput: ReadonlySet<number> = new Set([400, 404, 409, 413, 422, 429]);

/** A sentence from a fault as a server phrases it: `must be an integer`. */
export function sentenceOf(message: string): string {
  const text = message.trim();
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? "" : "."}`;
}

/** The deepest part of a path that is a field of the form; undefined where none is. */
function fieldAt(path: string, values: FieldValues): string | undefined {
  const parts = path.split(".");
  for (; parts.length > 0; parts.pop()) {
    const field = parts.join(".");
    if (get(values, field) !== undefined) return field;
  }
  return undefined;
}

/**
 * Splits a failure into faults of fields (`body.size must be …`, `body.size: must be …`,
 * `proxy_id: the proxy … was not found`) and the rest. `conflictField`
 * is the field that a conflict (409) is about which names none. `isWhole` is false when something of the failure is not shown at a field.
 */
export function faultsIn(
  failure: unknown,
  values: FieldValues,
  conflictField?: string,
): { faults: readonly Fault[]; isWhole: boolean } {
  if (!(failure instanceof BffError) || failure.isOutcomeUnknown || !aboutInput.has(failure.status))
    return { faults: [], isWhole: false };
  const lines = failure.details.length === 0 ? [failure.message] : failure.details;
  const faults = lines.flatMap((line) => {
    const [, sent, named, message = ""] = /^(?:body\.([\w.]+):?|([\w.[\]]+):) (.*)$/s.exec(line) ?? [];
    const field = fieldAt((sent ?? named ?? "").replaceAll("[", ".").replaceAll("]", ""), values);
    const isSpecific = failure.status === 409 ? ({ isSpecific: true } as const) : {};
    return field === undefined ? [] : [{ path: field, message: sentenceOf(message), ...isSpecific }];
  });
  if (faults.length === 0 && failure.status === 409 && conflictField !== undefined)
    return {
      faults: [{ path: conflictField, message: sentenceOf(failure.message), isSpecific: true }],
      isWhole: true,
    };
  return { faults, isWhole: faults.length === lines.length };
}

/** A failure that is to be shown beside the fields: null when all of it is shown at them. Takes what `faultsIn` takes. */
export const failureBesideFields = (failure: Error | null, values: FieldValues, conflictField?: string) =>
  faultsIn(failure, values, conflictField).isWhole ? null : failure;

/** Faults in the form that react-hook-form takes. */
export function errorsOf<Values extends FieldValues>(
  faults: readonly Fault[],
  texts: FaultTexts,
): FieldErrors<Values> {
  const errors: FieldErrors<Values> = {};
  // The first fault of a field is the one to mend first.
  for (const { path, message, isSpecific = false } of faults.toReversed())
    set(errors, path, { type: "value", message: isSpecific ? message : (texts[path] ?? message) });
  return errors;
}
