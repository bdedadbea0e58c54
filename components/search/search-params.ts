import * as z from "zod/mini";

/** What of the results is shown. */
export const resultTabs = ["all", "line", "reason", "payload", "output"] as const;
export type ResultTab = (typeof resultTabs)[number];

/** State of the search page in its URL. A search that cannot be read is shown as it is, so any text fits. */
export const searchParams = z.object({
  q: z.optional(z.string()),
  show: z.optional(z.enum(resultTabs)),
});
