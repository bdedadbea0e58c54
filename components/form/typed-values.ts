// Schemas from values as typed to values as sent.
import * as z from "zod/mini";
import { typedValuesTexts } from "./form-messages.ts";

/** A whole number as typed: digits only, within the bounds of `number`. */
export const wholeNumber = (number: z.core.$ZodType<number, number>) =>
  z.pipe(
    z.transform((text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN)),
    number,
  );

/** A text that may not be blank, without the spaces around it. */
export const requiredText = z.string().check(z.trim(), z.minLength(1));

/** Bounds of a number, both included. */
export interface Bounds {
  min: number;
  max: number;
}

/**
 * A whole number as typed, within bounds, with its rule as the fault. Empty is undefined where it is optional. The text
 * `present` is taken as it is: what is set already is no fault of the form.
 */
export const boundedNumber = (
  { min, max }: Bounds,
  { optional = false, present }: { optional?: boolean; present?: string | undefined } = {},
) =>
  z.pipe(
    z.string().check(
      z.refine((text) => {
        const typed = text.trim();
        if (typed === present?.trim() || (optional && typed === "")) return true;
        return /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max;
      }, typedValuesTexts.enterWholeNumber({ min, max })),
    ),
    z.transform((text: string) => (text.trim() === "" ? undefined : Number(text))),
  );
