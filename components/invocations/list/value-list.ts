// Several values in one query parameter: `failed,queued`. A comma in a value is escaped as `\,`.
import * as z from "zod/mini";

export const splitValues = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/(?:\\.|[^,\\])+/gs)]
      .map(([value]) => value.replace(/\\(.)/gs, "$1").trim())
      .filter(Boolean),
  ),
];

export const joinValues = (values: readonly string[]): string =>
  values.map((value) => value.replace(/[\\,]/g, "\\$&")).join(",");

/** The most values that one parameter has. */
export const maxValues = 20;

/** A query parameter with one value or several. */
export const valueList = <Value extends string>(value: z.ZodMiniType<Value, Value>) =>
  z.codec(
    z.string().check(
      z.minLength(1),
      z.superRefine((text, context) => {
        for (const each of splitValues(text)) {
          const read = value.safeParse(each);
          const message = read.error?.issues[0]?.message;
          if (message !== undefined) context.addIssue({ code: "custom", message });
        }
      }),
    ),
    z.array(value).check(z.minLength(1), z.maxLength(maxValues)),
    {
      decode: (text) =>
        splitValues(text).flatMap((each) => {
          const read = value.safeParse(each);
          return read.success ? [read.data] : [];
        }),
      encode: joinValues,
    },
  );
