/** What a failed request can say about itself, whoever threw it. The query client and the error state read errors
 *  through this alone, so neither depends on the class that the fetching code throws. */
export interface Failure {
  readonly code: string;
  readonly message: string;
  /** HTTP status; absent when no answer came. */
  readonly status: number | undefined;
  readonly requestId: string | undefined;
}

/** Reads any thrown value; what it does not carry is filled with honest defaults. */
export function readFailure(thrown: unknown): Failure {
  const message = stringAt(thrown, "message");
  return {
    code: stringAt(thrown, "code") ?? "failed",
    message:
      message ??
      (typeof thrown === "string" && thrown !== "" ? thrown : "Something failed without saying why."),
    status: numberAt(thrown, "status"),
    requestId: stringAt(thrown, "requestId"),
  };
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
