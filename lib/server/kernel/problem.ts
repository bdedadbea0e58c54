// A failure that is shown to the operator: status, machine-readable code, and a message without secrets. The framework
// loads modules once per bundle, and shared reads and circuit breakers pass errors between bundles, so `instanceof`
// tests a symbol that all copies of the class set.
import type { ErrorDetail } from "../../contract/error.ts";

const mark = Symbol.for("fleetdeck.problem");

/** Whether a value has the marker property. */
export const isMarked = (value: unknown, marker: symbol): boolean =>
  typeof value === "object" && value !== null && Reflect.get(value, marker) === true;

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

/** Problem itself is detected by its marker, a subclass by identity as usual. */
const isInstance = (type: unknown, value: unknown): boolean =>
  type === Problem ? isMarked(value, mark) : Function.prototype[Symbol.hasInstance].call(type, value);

/** For an object that the database does not have. */
export const noSuch = (noun: string) =>
  new Problem(404, "not_found", `There is no such ${noun}. It may have been deleted.`);

/** For a cursor of a list that no answer of it had. */
export const badCursor = () =>
  new Problem(400, "bad_cursor", "The cursor is not one of an answer: start again without it.");
