// The building blocks of every resource. Reading is tolerant: unknown keys are preserved, optional fields may be
// missing or null, open enums accept unknown values. `strict` derives the schema for writing.

import * as z from "zod/mini";
import {
  $ZodArray,
  $ZodNullable,
  $ZodObject,
  $ZodOptional,
  $ZodRecord,
  type $ZodShape,
  type $ZodType,
  $ZodUnion,
} from "zod/v4/core";
import english from "zod/v4/locales/en.js";

// zod/mini has no error messages of its own.
z.config(english());

/** An object of a response: unknown keys are preserved. */
export const resource = <Shape extends $ZodShape>(shape: Shape) => z.looseObject(shape);

/** A field that a response may omit or send as null. */
export const optional = <Schema extends $ZodType>(schema: Schema) => z.nullish(schema);

/** A string with known values; reading accepts others, writing does not. */
export const openEnum = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.string().register(z.globalRegistry, { knownValues: values });

/** What it matches is a date for Date.parse too, which costs ten times as much; a list has some in each item. */
const rfc3339 =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3])(?::[0-5]\d){2}(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** An RFC 3339 timestamp as text, because a Date would lose the nanoseconds. */
export const timestamp = z
  .string()
  .check(
    z.refine((text) => rfc3339.test(text), {
      message: "expected an RFC 3339 timestamp such as 2026-02-03T04:05:06.789012345Z",
    }),
  )
  .register(z.globalRegistry, { format: "date-time" });

/** What is wrong with a text that cannot be encoded. */
export const halfCharacter = "has half of a surrogate pair, no character";

/** Free text that is safe as a path segment. */
export const segmentName = z.string().check(
  z.minLength(1),
  z.maxLength(255),
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  z.regex(/^[^\u0000-\u001f\u007f/\\%?#]+$/, "must not contain control characters, / \\ % ? or #"),
  // URL parsers remove dot segments.
  z.refine((name) => name !== "." && name !== "..", "must not be a dot segment"),
);

/** The bytes of a file, in a multipart field or as a whole body. */
export const binary = z
  .custom<Uint8Array>((value) => value instanceof Uint8Array)
  .register(z.globalRegistry, { type: "string", format: "binary" });

/** An integer, as decimal text in a query string. */
export const queryInteger = (bounds: { min: number; max?: number }) =>
  z.codec(
    z.string().check(z.regex(/^-?\d{1,16}$/, "expected a whole number")),
    bounds.max === undefined
      ? z.int().check(z.minimum(bounds.min))
      : z.int().check(z.minimum(bounds.min), z.maximum(bounds.max)),
    { decode: (text) => Number(text), encode: (value) => String(value) },
  );

/** A boolean, as `true` or `false` in a query string. */
export const queryBoolean = z.codec(z.enum(["true", "false"], "expected true or false"), z.boolean(), {
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false"),
});

/**
 * Some of these values: a query repeats the parameter or separates them by commas, as the published client does; it is
 * written with commas.
 */
export const queryList = <const Value extends string>(values: readonly [Value, ...Value[]]) => {
  const known = (text: string) => values.filter((value) => value === text);
  return z
    .codec(
      z.string().check(
        z.refine((text) => text.split(",").every((part) => known(part).length > 0), {
          message: `expected some of ${values.join(", ")}, separated by commas`,
        }),
      ),
      z.array(z.enum(values)).check(z.minLength(1)),
      { decode: (text) => text.split(",").flatMap(known), encode: (list) => list.join(",") },
    )
    .register(z.globalRegistry, { repeatable: true });
};

/** Pairs of texts, each a parameter of the query: `tags[team]=web`. */
export const queryMap = z
  .codec(z.string(), z.record(z.string(), z.string()), {
    decode: (text) => z.record(z.string(), z.string()).parse(JSON.parse(text)),
    encode: (value) => JSON.stringify(value),
  })
  .register(z.globalRegistry, { map: true });

/** Whether a query has a parameter for each entry of this schema's values; in between they are one JSON text. */
export const isQueryMap = (schema: $ZodType): boolean =>
  z.globalRegistry.get(schema instanceof $ZodOptional ? schema._zod.def.innerType : schema)?.map === true;

/** Whether a query may repeat the parameter of this schema. */
export const isRepeatable = (schema: $ZodType): boolean =>
  z.globalRegistry.get(schema instanceof $ZodOptional ? schema._zod.def.innerType : schema)?.repeatable ===
  true;

const knownValues = z.object({ knownValues: z.array(z.string()).check(z.minLength(1)) });

/** The known values of an open enum, or undefined for any other schema. */
export function knownValuesOf(schema: $ZodType): readonly string[] | undefined {
  const meta = knownValues.safeParse(z.globalRegistry.get(schema));
  return meta.success ? meta.data.knownValues : undefined;
}

const strictForms = new WeakMap<$ZodType, z.ZodMiniType>();

/**
 * Derives the schema for writing: objects refuse unknown keys, open enums refuse unknown values.
 * Descends into objects, arrays, records, optional, nullable and unions; other schemas are returned unchanged.
 * @throws TypeError for a schema that is not of zod/mini.
 */
export function strict(schema: $ZodType): z.ZodMiniType {
  const cached = strictForms.get(schema);
  if (cached) return cached;
  const form = strictForm(schema);
  strictForms.set(schema, form);
  return form;
}

function strictForm(schema: $ZodType): z.ZodMiniType {
  const known = knownValuesOf(schema);
  if (known) return z.enum(known);
  if (schema instanceof $ZodObject) {
    const shape: Record<string, $ZodType> = {};
    for (const [key, field] of Object.entries<$ZodType>(schema._zod.def.shape)) shape[key] = strict(field);
    return z.strictObject(shape);
  }
  if (schema instanceof $ZodArray) return z.array(strict(schema._zod.def.element));
  if (schema instanceof $ZodOptional) return z.optional(strict(schema._zod.def.innerType));
  if (schema instanceof $ZodNullable) return z.nullable(strict(schema._zod.def.innerType));
  if (schema instanceof $ZodUnion) return z.union(schema._zod.def.options.map(strict));
  if (schema instanceof $ZodRecord) return z.record(z.string(), strict(schema._zod.def.valueType));
  if (schema instanceof z.ZodMiniType) return schema;
  throw new TypeError("strict() takes schemas of the mini zod API");
}
