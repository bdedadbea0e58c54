// A failure that is meant to be seen: status, machine-readable code, and words for the operator without secrets.
// The framework loads modules once per bundle while shared reads and breakers carry errors from one to another, so the
// class is known by a mark that all its copies set.
import type { ErrorDetail } from "../contract/error.ts";

const mark = Symbol.for("fleetdeck.problem");

/** Whether a value carries the mark. */
export const isMarked = (value: unknown, sign: symbol): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, sign) === true;

export interface ProblemExtras {
  details?: readonly ErrorDetail[];
  retryAfterSeconds?: number | undefined;
  headers?: Readonly<Record<string, string>>;
}

export class Problem extends Error {
  static override [Symbol.hasInstance](value: unknown): boolean {
    // biome-ignore lint/complexity/noThisInStatic: a subclass without a mark of its own inherits this test
    return isInstance(this, value);
  }

  override readonly name = "Problem";
  readonly [mark] = true;
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

/** Problem itself is known by its mark, a subclass of it by identity as usual. */
const isInstance = (asked: unknown, value: unknown): boolean =>
  asked === Problem ? isMarked(value, mark) : Function.prototype[Symbol.hasInstance].call(asked, value);
