// A failure that is meant to be seen: status, machine-readable code, and words for the operator without secrets.
import type { ErrorDetail } from "../contract/error.ts";

export interface ProblemExtras {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number | undefined;
  headers?: Readonly<Record<string, string>>;
}

export class Problem extends Error {
  override readonly name = "Problem";
  readonly status: number;
  readonly code: string;
  readonly details: readonly ErrorDetail[] | undefined;
  readonly retryAfterSeconds: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, code: string, message: string, extras: ProblemExtras = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = extras.details;
    this.retryAfterSeconds = extras.retryAfterSeconds;
    this.headers = extras.headers ?? {};
  }
}
