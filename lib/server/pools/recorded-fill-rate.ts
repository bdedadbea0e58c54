// The fill rate in the details that the inventory recorded of a pool.
import * as z from "zod/mini";
import { parseStored } from "../../format/parse-stored.ts";

const poolDetails = z.object({ fill_rate_per_minute: z.optional(z.int()) });

/** Percent of the size per minute; undefined when unknown. `details`: JSON of the pool's record. */
export const recordedFillRate = (details: string | undefined): number | undefined =>
  parseStored(poolDetails, details)?.fill_rate_per_minute;
