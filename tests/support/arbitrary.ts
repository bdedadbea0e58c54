// Values that fit a schema, for property tests. Covers what the contract uses; anything else is an error here,
// so that a new kind of field cannot slip past the tests unseen.
import fc from "fast-check";
import { z } from "zod";
import { knownValuesOf } from "../../lib/contract/schema.ts";

const fraction = fc.oneof(
  fc.constant(""),
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 })
    .map((digits) => `.${digits.join("")}`),
);
const zone = fc.constantFrom("Z", "+02:00", "-07:30");

/** RFC 3339 texts with up to nine fraction digits and offsets. */
export const rfc3339Text = fc
  .tuple(
    fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
    fraction,
    zone,
  )
  .map(([date, digits, offset]) => `${date.toISOString().slice(0, 19)}${digits}${offset}`);

const stringBounds = z.object({ minLength: z.number().nullish(), maxLength: z.number().nullish() });

function strings(schema: z.ZodString): fc.Arbitrary<string> {
  const { minLength, maxLength } = stringBounds.parse(schema);
  const { pattern } = z.object({ pattern: z.string().optional() }).parse(z.toJSONSchema(schema));
  const texts = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ unit: "grapheme", minLength: minLength ?? 0, maxLength: maxLength ?? 40 });
  return texts.filter((text) => schema.safeParse(text).success);
}

function numbers(schema: z.ZodNumber): fc.Arbitrary<number> {
  const min = Math.max(schema.minValue ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const max = Math.min(schema.maxValue ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return schema.format === "safeint" || schema.isInt
    ? fc.integer({ min, max })
    : fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}

/** Values for the writing form: no unknown keys, only known values of open enums. */
export function valuesOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  const known = knownValuesOf(schema);
  if (known) return fc.constantFrom(...known);
  if (schema instanceof z.ZodObject) {
    const shape: Record<string, fc.Arbitrary<unknown>> = {};
    const requiredKeys: string[] = [];
    for (const [key, field] of Object.entries<z.core.$ZodType>(schema.shape)) {
      shape[key] = valuesOf(field instanceof z.ZodOptional ? field.unwrap() : field);
      if (!(field instanceof z.ZodOptional)) requiredKeys.push(key);
    }
    return fc.record(shape, { requiredKeys });
  }
  if (schema instanceof z.ZodArray) return fc.array(valuesOf(schema.element), { minLength: 1, maxLength: 4 });
  if (schema instanceof z.ZodOptional) return valuesOf(schema.unwrap());
  if (schema instanceof z.ZodNullable) return fc.option(valuesOf(schema.unwrap()), { nil: null });
  if (schema instanceof z.ZodRecord)
    return fc
      .dictionary(fc.string({ maxLength: 8 }), valuesOf(schema.valueType), { maxKeys: 4 })
      .map((made) => ({ ...made }));
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map(valuesOf));
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options);
  if (schema instanceof z.ZodBoolean) return fc.boolean();
  if (schema instanceof z.ZodNumber) return numbers(schema);
  if (schema instanceof z.ZodCodec) return valuesOf(schema.out);
  if (schema instanceof z.ZodString) {
    if (schema.meta()?.format === "date-time") return rfc3339Text;
    return schema.safeParse("5m").success && !schema.safeParse("zz").success
      ? fc.oneof(rfc3339Text, fc.constantFrom("5m", "1h30m", "250ms", "1.5h"))
      : strings(schema);
  }
  if (schema instanceof z.ZodBase64) return fc.base64String({ maxLength: 40 });
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values);
  if (schema instanceof z.ZodTuple) return fc.tuple(...schema.def.items.map(valuesOf));
  if (schema instanceof z.ZodUnknown) return fc.constantFrom(0, "text", true, [1, null], { a: { b: [] } });
  if (schema instanceof z.ZodCustom) return fc.uint8Array({ maxLength: 16 });
  throw new TypeError(`valuesOf does not know ${schema._zod.def.type}`);
}
