import * as z from "zod/mini";
import { hourMs, minuteMs, secondMs } from "@/lib/bff/time-units";
import { durationInputTexts } from "./invocation-list-messages.ts";

const unitMs: Readonly<Record<string, number>> = { ms: 1, s: secondMs, m: minuteMs, h: hourMs };
const shape = /^(\d{1,9}(?:\.\d{1,3})?)(ms|s|m|h)$/;

/** A duration as typed: `500ms`, `30s`, `5m`, `1.5h`. */
export const span = z.string().check(z.regex(shape, durationInputTexts.durationInvalid));

/** Milliseconds of the duration; undefined if it is invalid. */
export function spanMs(text: string): number | undefined {
  const [, amount, unit = ""] = shape.exec(text) ?? [];
  const factor = unitMs[unit];
  return amount === undefined || factor === undefined ? undefined : Number(amount) * factor;
}
