import { failureTexts, resultNotKnown } from "./failure-messages.ts";

/** Details of a failed request, independent of the class of the error. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** HTTP status; absent without a response. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
  /** Whether an act may have been done. */
  readonly isOutcomeUnknown: boolean;
}

/** Extracts details from any thrown value, with defaults for missing ones. */
export function readFailure(thrown: unknown): Failure {
  const message = stringAt(thrown, "message");
  return {
    code: stringAt(thrown, "code") ?? "failed",
    message: message ?? (typeof thrown === "string" && thrown !== "" ? thrown : failureTexts.unknownError),
    status: numberAt(thrown, "status") || undefined,
    requestId: stringAt(thrown, "requestId"),
    isOutcomeUnknown: at(thrown, "isOutcomeUnknown") === true,
  };
}

/** Why an act failed, where no title says whether it did. */
export function actFailureMessage(thrown: unknown): string {
  const { isOutcomeUnknown, message } = readFailure(thrown);
  return isOutcomeUnknown ? `${resultNotKnown}. ${message}` : message;
}

function at(value: unknown, key: string): unknown {
  return typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined;
}

function stringAt(value: unknown, key: string): string | undefined {
  const found = at(value, key);
  return typeof found === "string" && found !== "" ? found : undefined;
}

function numberAt(value: unknown, key: string): number | undefined {
  const found = at(value, key);
  return typeof found === "number" && Number.isInteger(found) ? found : undefined;
}
