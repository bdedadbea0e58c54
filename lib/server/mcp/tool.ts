// A tool of the assistants' endpoint: what it takes, which operations it calls, and what it makes of their answers.
import * as z from "zod/mini";
import { dayMs, hourMs, minuteMs } from "../../bff/time-units.ts";
import type { Operation, OperationAnswer, OperationInput } from "../../contract/operation.ts";
import { halfCharacter } from "../../contract/schema.ts";
import { Problem } from "../kernel/problem.ts";

/** What a response says of its answer. */
export interface AnswerHeaders {
  /** Where a list goes on; null: it has no more. */
  nextOffset: number | null;
  /** When the API gave it, epoch milliseconds; null: it is no answer of the API. */
  readAtMs: number | null;
  /** Code of the failure because of which it is an earlier answer. */
  stale: string | undefined;
}

/** The operations of the dashboard with the rights of whoever called the tool. */
export interface Calls {
  /** Whether the role admits it: for what a tool adds where it may. */
  may(operation: Operation): boolean;
  /** The answer of an operation. Throws a Problem as the operation's route responds. */
  call<Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
    act?: { reason: string; idempotency_key: string },
  ): Promise<OperationAnswer<Op>>;
  /** The same with what the response says of the answer. */
  read<Op extends Operation>(
    operation: Op,
    input: OperationInput<Op>,
  ): Promise<{ answer: OperationAnswer<Op> } & AnswerHeaders>;
  nowMs: number;
}

export interface Tool {
  name: string;
  title: string;
  /** What it does, what bounds it, and an example of its arguments. */
  description: string;
  /** Without these operations it can do nothing; they decide which role sees it. */
  needs: readonly Operation[];
  input: z.ZodMiniObject;
  /** Paths of lists of which the end counts when the answer is too long: see `resultText`. */
  newestLast?: readonly string[];
  /** Path of the list that `limit` bounds where the answer has a cursor that continues after it. */
  page?: string;
  /** Returns JSON, with moments in epoch milliseconds under names that end in `_ms`. `given`: arguments that `input` has parsed. */
  run: (given: unknown, calls: Calls) => Promise<unknown>;
}

/** Declares a tool, so that its arguments have the type of its schema. */
export const defineTool = <Input extends z.ZodMiniObject>({
  run,
  ...tool
}: Omit<Tool, "input" | "run"> & {
  input: Input;
  run: (given: z.output<Input>, calls: Calls) => Promise<unknown>;
}): Tool => ({ ...tool, run: async (given, calls) => await run(tool.input.parse(given), calls) });

/** What every act takes. */
export const actInput = {
  reason: z
    .string()
    .check(
      z.trim(),
      z.minLength(3, "give a reason"),
      z.maxLength(500),
      z.refine((text) => text.isWellFormed(), halfCharacter),
    )
    .register(z.globalRegistry, { description: "Why, for the audit; operators read it." }),
  idempotency_key: z
    .string()
    .check(z.regex(/^[\x21-\x7e]{8,128}$/, "must be 8 to 128 printable characters, such as a UUID"))
    .register(z.globalRegistry, {
      description:
        "A new UUID for each act; repeat it, within ten minutes, only to repeat the same act after a lost answer.",
    }),
};

/** How old an answer of the API is: for the data of a tool. */
export const ageOf = ({ readAtMs, stale }: AnswerHeaders) => ({
  read_at_ms: readAtMs,
  ...(stale !== undefined && { stale }),
});

const units = { m: minuteMs, h: hourMs, d: dayMs } as const;

/** Epoch milliseconds of a date or of a date and time, in UTC where it has no zone; NaN for any other text. */
function parseTime(text: string): number {
  const [, date, time = "00:00", zone = "Z"] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:\d\d)?)?$/i.exec(text) ?? [];
  return Date.parse(`${date}T${time}${zone.toUpperCase()}`);
}

/** A moment as an argument. */
export const moment = z
  .string()
  .check(
    z.refine(
      (text) => /^\d{1,4}[mhd]$/.test(text) || !Number.isNaN(parseTime(text)),
      "must be a time such as 2026-01-31T12:00:00Z, or 30m, 24h or 7d as a time before now",
    ),
  )
  .register(z.globalRegistry, {
    description: "A time such as 2026-01-31T12:00:00Z, or 30m, 24h or 7d before now.",
  });

/** Epoch milliseconds of a moment; `otherwise` where none was given. */
export function momentMs(text: string | undefined, nowMs: number, otherwise: number): number {
  if (text === undefined) return otherwise;
  const [, number = "", unit = ""] = /^(\d{1,4})([mhd])$/.exec(text) ?? [];
  if (unit === "m" || unit === "h" || unit === "d") return nowMs - Number(number) * units[unit];
  return Math.max(0, parseTime(text));
}

/**
 * The range of two moments in epoch milliseconds; without `until` up to now, without `since` of the length `spanMs`.
 * Throws a Problem (400) where it does not begin before its end.
 */
export function rangeMs(
  { since, until }: { since?: string | undefined; until?: string | undefined },
  nowMs: number,
  spanMs: number,
): { sinceMs: number; untilMs: number } {
  const untilMs = momentMs(until, nowMs, nowMs);
  const sinceMs = momentMs(since, nowMs, untilMs - spanMs);
  if (sinceMs < untilMs) return { sinceMs, untilMs };
  const [from, to] = [sinceMs, untilMs].map((ms) => new Date(ms).toISOString());
  throw new Problem(400, "bad_arguments", `\`since\` (${from}) must be before \`until\` (${to}).`);
}

export const id = z.string().check(z.minLength(1), z.maxLength(255));
/** Continues a list. */
export const cursor = z.optional(
  z.string().check(z.maxLength(400)).register(z.globalRegistry, {
    description: "The `next_cursor` of an answer to the same arguments, for what follows it.",
  }),
);
/** A bounded number of rows. */
export const rows = (most: number) => z.optional(z.int().check(z.minimum(1), z.maximum(most)));
