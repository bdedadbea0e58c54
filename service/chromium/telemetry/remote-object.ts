// JavaScript values of a page as DevTools describes them, as the text that a console shows.
import { z } from "zod";

const propertyPreview = z.object({ name: z.string(), type: z.string(), value: z.string().optional() });

/** A value of `Runtime.RemoteObject`; only the fields that give its text. */
export const remoteObject = z.object({
  type: z.string(),
  subtype: z.string().optional(),
  value: z.unknown().optional(),
  unserializableValue: z.string().optional(),
  description: z.string().optional(),
  preview: z.object({ overflow: z.boolean(), properties: z.array(propertyPreview) }).optional(),
});
export type RemoteObject = z.infer<typeof remoteObject>;

/** The text of a value: of an object its first properties, of an error its message and stack. */
export function textOf(object: RemoteObject): string {
  const { type, subtype, value, unserializableValue, description, preview } = object;
  if (typeof value === "string") return value;
  if (unserializableValue !== undefined) return unserializableValue;
  if (type === "undefined") return "undefined";
  if (value !== undefined) return JSON.stringify(value);
  if (preview && (subtype === undefined || subtype === "array")) {
    const isArray = subtype === "array";
    const parts = preview.properties.map((property) => {
      const text =
        property.type === "string" ? JSON.stringify(property.value ?? "") : (property.value ?? property.type);
      return isArray ? text : `${property.name}: ${text}`;
    });
    if (preview.overflow) parts.push("…");
    return isArray ? `[${parts.join(", ")}]` : `{${parts.join(", ")}}`;
  }
  return description ?? type;
}
