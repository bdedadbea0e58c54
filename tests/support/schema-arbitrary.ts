// Values that fit a schema, for property tests. Covers what the contract uses; anything else is an error here,
// so that a new kind of field cannot slip past the tests unseen.
import fc from "fast-check";
import * as z from "zod/mini";
import * as core from "zod/v4/core";
import { knownValuesOf } from "../../lib/contract/schema.ts";

const fraction = fc.oneof(
  fc.constant(""),
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 9 })
    .map((digits) => `.${digits.join("")}`),
);
const zone = fc.constantFrom("Z", "+02:00", "-07:30");

/** RFC 3339 texts with up to nine fraction digits and offsets. */
const rfc3339Text = fc
  .tuple(
    fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true }),
    fraction,
    zone,
  )
  .map(([date, digits, offset]) => `${date.toISOString().slice(0, 19)}${digits}${offset}`);

const bounds = z.object({
  type: z.optional(z.string()),
  pattern: z.optional(z.string()),
  minLength: z.optional(z.number()),
  maxLength: z.optional(z.number()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
});
const boundsOf = (schema: core.$ZodType) => bounds.parse(z.toJSONSchema(schema));

function strings(schema: core.$ZodType): fc.Arbitrary<string> {
  const { pattern, minLength, maxLength } = boundsOf(schema);
  const texts = pattern
    ? fc.stringMatching(new RegExp(pattern))
    : fc.string({ unit: "grapheme", minLength: minLength ?? 0, maxLength: maxLength ?? 40 });
  return texts.filter((text) => core.safeParse(schema, text).success);
}

function numbers(schema: core.$ZodType): fc.Arbitrary<number> {
  const { type, minimum, maximum } = boundsOf(schema);
  const min = Math.max(minimum ?? Number.MIN_SAFE_INTEGER, Number.MIN_SAFE_INTEGER);
  const max = Math.min(maximum ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER);
  return type === "integer"
    ? fc.integer({ min, max })
    : fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => (Object.is(value, -0) ? 0 : value));
}

/** Values for writing: no unknown keys, only known values of open enums. */
export function valuesOf(schema: core.$ZodType): fc.Arbitrary<unknown> {
  const known = knownValuesOf(schema);
  if (known) return fc.constantFrom(...known);
  if (schema instanceof core.$ZodObject) {
    const shape: Record<string, fc.Arbitrary<unknown>> = {};
    const requiredKeys: string[] = [];
    for (const [key, field] of Object.entries<core.$ZodType>(schema._zod.def.shape)) {
      shape[key] = valuesOf(field instanceof core.$ZodOptional ? field._zod.def.innerType : field);
      if (!(field instanceof core.$ZodOptional)) requiredKeys.push(key);
    }
    return fc.record(shape, { requiredKeys });
  }
  if (schema instanceof core.$ZodArray)
    return fc.array(valuesOf(schema._zod.def.element), { minLength: 1, maxLength: 4 });
  if (schema instanceof core.$ZodOptional) return valuesOf(schema._zod.def.innerType);
  if (schema instanceof core.$ZodNullable)
    return fc.option(valuesOf(schema._zod.def.innerType), { nil: null });
  if (schema instanceof core.$ZodRecord)
    return fc
      .dictionary(fc.string({ minLength: 1, maxLength: 8 }), valuesOf(schema._zod.def.valueType), {
        minKeys: 1,
        maxKeys: 4,
      })
      .map((made) => ({ ...made }));
  if (schema instanceof core.$ZodUnion) return fc.oneof(...schema._zod.def.options.map(valuesOf));
  if (schema instanceof core.$ZodEnum) return fc.constantFrom(...schema._zod.values);
  if (schema instanceof core.$ZodBoolean) return fc.boolean();
  if (schema instanceof core.$ZodNumber) return numbers(schema);
  if (schema instanceof core.$ZodCodec) return valuesOf(schema._zod.def.out);
  // Also a string, so it is tested before the other string types.
  if (schema instanceof core.$ZodBase64) return fc.base64String({ maxLength: 40 });
  if (schema instanceof core.$ZodString) {
    if (z.globalRegistry.get(schema)?.format === "date-time") return rfc3339Text;
    return core.safeParse(schema, "5m").success && !core.safeParse(schema, "zz").success
      ? fc.oneof(rfc3339Text, fc.constantFrom("5m", "1h30m", "250ms", "1.5h"))
      : strings(schema);
  }
  if (schema instanceof core.$ZodLiteral) return fc.constantFrom(...schema._zod.values);
  if (schema instanceof core.$ZodTuple) return fc.tuple(...schema._zod.def.items.map(valuesOf));
  if (schema instanceof core.$ZodUnknown)
    return fc.constantFrom(0, "text", true, [1, null], { a: { b: [] } });
  if (schema instanceof core.$ZodCustom) return fc.uint8Array({ maxLength: 16 });
  throw new TypeError(`valuesOf does not know ${schema._zod.def.type}`);
}
