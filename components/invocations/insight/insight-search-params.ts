import * as z from "zod/mini";
import { actionOrder } from "./action-order.ts";

/** The selectable periods. */
export const lookbacks = ["1h", "24h", "7d", "30d"] as const;
export type Lookback = (typeof lookbacks)[number];

const name = z.string().check(z.maxLength(255));

/** The page's state in its address. `app` and `action` select the open action, `reason` the open failure
 *  group. */
export const insightSearchParams = z.object({
  past: z.optional(z.enum(lookbacks)),
  sort: z.optional(actionOrder),
  app: z.optional(name),
  action: z.optional(name),
  reason: z.optional(name),
  show: z.optional(z.enum(["all"])),
  shared: z.optional(z.enum(["open"])),
});
export type InsightSearchParams = z.output<typeof insightSearchParams>;
