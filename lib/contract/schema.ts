// The three building blocks every resource is made of. Reading is tolerant: unknown keys are kept, optional
// fields may be missing or null, open enums accept values we do not know. `strict` derives the writing form.
import { z } from "zod";

/** An object as read from the wire: unknown keys are kept. */
export const resource = <Shape extends z.ZodRawShape>(shape: Shape) => z.looseObject(shape);

/** A field that an answer may leave out or send as null. */
export const optional = <Schema extends z.ZodType>(schema: Schema) => schema.nullish();

/** A string with values known today; reading accepts others, writing does not. */
export const openEnum = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.string().meta({ knownValues: values });

const rfc3339 = /^\d{4}-\d{2}-\d{2}[Tt ]\d{2}:\d{2}:\d{2}(\.\d+)?([Zz]|[+-]\d{2}:\d{2})$/;

/** RFC 3339 as text, never converted: a Date would lose the nanoseconds. */
export const timestamp = z
  .string()
  .refine((text) => rfc3339.test(text) && !Number.isNaN(Date.parse(text.replace(/(\.\d{3})\d+/, "$1"))), {
    message: "expected an RFC 3339 timestamp such as 2026-02-03T04:05:06.789012345Z",
  })
  .meta({ format: "date-time" });

/** An integer travelling as decimal text in a query string. */
export const queryInteger = (bounds: { min: number; max?: number }) =>
  z.codec(
    z.string().regex(/^-?\d{1,16}$/, "expected a whole number"),
    bounds.max === undefined ? z.int().min(bounds.min) : z.int().min(bounds.min).max(bounds.max),
    { decode: (text) => Number(text), encode: (value) => String(value) },
  );

/** A boolean travelling as `true` / `false` in a query string. */
export const queryBoolean = z.codec(z.enum(["true", "false"], "expected true or false"), z.boolean(), {
  decode: (text) => text === "true",
  encode: (value) => (value ? "true" : "false"),
});

const knownValues = z.object({ knownValues: z.array(z.string()).min(1) });

/** The values an open enum knows, or undefined for any other schema. */
export function knownValuesOf(schema: z.core.$ZodType): readonly string[] | undefined {
  if (!(schema instanceof z.ZodType)) return undefined;
  const meta = knownValues.safeParse(schema.meta());
  return meta.success ? meta.data.knownValues : undefined;
}

const strictForms = new WeakMap<z.core.$ZodType, z.ZodType>();

/**
 * The writing form of a schema: objects refuse unknown keys, open enums accept only known values.
 * Works through objects, arrays, records, optional, nullable and unions; anything else stays as it is.
 */
export function strict(schema: z.core.$ZodType): z.ZodType {
  const made = strictForms.get(schema);
  if (made) return made;
  const form = strictForm(schema);
  strictForms.set(schema, form);
  return form;
}

function strictForm(schema: z.core.$ZodType): z.ZodType {
  const known = knownValuesOf(schema);
  if (known) return z.enum(known);
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, z.ZodType> = {};
    for (const [key, field] of Object.entries<z.core.$ZodType>(schema.shape)) shape[key] = strict(field);
    return z.strictObject(shape);
  }
  if (schema instanceof z.ZodArray) return z.array(strict(schema.element));
  if (schema instanceof z.ZodOptional) return strict(schema.unwrap()).optional();
  if (schema instanceof z.ZodNullable) return strict(schema.unwrap()).nullable();
  if (schema instanceof z.ZodUnion) return z.union(schema.options.map(strict));
  if (schema instanceof z.ZodRecord) return z.record(z.string(), strict(schema.valueType));
  if (schema instanceof z.ZodType) return schema;
  throw new TypeError("strict() takes schemas of the classic zod API");
}
