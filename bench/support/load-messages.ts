// The messages of the load generator. Not beside its program, which answers every message of the process that imports it.
import { z } from "zod";

export const load = z.object({
  base: z.string(),
  path: z.string(),
  /** Used in rotation. */
  cookies: z.array(z.string()),
  /** Sent with every request, such as Accept-Encoding. */
  headers: z.optional(z.record(z.string(), z.string())),
  connections: z.number(),
  seconds: z.number(),
  /** Makes every request different: a counter that starts here is appended to the path. */
  uniqueOffsetFrom: z.number().optional(),
  /** Sends at this fixed rate; absent: each connection sends when its previous response has arrived. */
  perSecond: z.number().optional(),
});
export type Load = z.infer<typeof load>;

/** Responses with status 200, in all and per second, the number of other outcomes, the 99th percentile of the response time. */
export const loaded = z.object({
  answered: z.number(),
  perSecond: z.number(),
  failed: z.number(),
  p99Ms: z.number(),
});
export type Loaded = z.infer<typeof loaded>;
