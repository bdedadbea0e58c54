// Schemas from values as typed to values as sent.
import * as z from "zod/mini";

/** A whole number as typed: digits only, within the bounds of `number`. */
export const wholeNumber = (number: z.core.$ZodType<number, number>) =>
  z.pipe(
    z.transform((text: string) => (/^\d{1,9}$/.test(text.trim()) ? Number(text) : Number.NaN)),
    number,
  );

/** A text that may not be blank, without the spaces around it. */
export const requiredText = z.string().check(z.trim(), z.minLength(1));
