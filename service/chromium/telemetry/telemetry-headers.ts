import { z } from "zod";

const maxHeaders = 100;
const maxValueChars = 4_096;

/** Headers as DevTools sends them. Their names and values are not checked: there are many with each request. */
export const headersSchema = z.custom<Record<string, unknown>>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
);

const isTooLong = (value: unknown): value is string =>
  typeof value === "string" && value.length > maxValueChars;

/** As many headers, and as much of each, as an event may have. */
export function boundedHeaders(headers: z.infer<typeof headersSchema>) {
  const all = Object.entries(headers);
  if (all.length <= maxHeaders && !all.some(([, value]) => isTooLong(value))) {
    return { shown: headers, truncated: false };
  }
  const shown = all
    .slice(0, maxHeaders)
    .map(([name, value]) => [name, isTooLong(value) ? `${value.slice(0, maxValueChars)}…` : value] as const);
  return { shown: Object.fromEntries<unknown>(shown), truncated: true };
}
