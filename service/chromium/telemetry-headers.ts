import { z } from "zod";

const maxHeaders = 100;
const maxValueChars = 4_096;

/** Headers as DevTools sends them. */
export const headersSchema = z.record(z.string(), z.unknown());

/** As many headers, and as much of each, as an event may have. */
export function boundedHeaders(headers: z.infer<typeof headersSchema>) {
  const all = Object.entries(headers);
  let truncated = all.length > maxHeaders;
  const shown = all.slice(0, maxHeaders).map(([name, value]) => {
    if (typeof value !== "string" || value.length <= maxValueChars) return [name, value];
    truncated = true;
    return [name, `${value.slice(0, maxValueChars)}…`];
  });
  return { shown: z.record(z.string(), z.unknown()).parse(Object.fromEntries(shown)), truncated };
}
