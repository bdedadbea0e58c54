import * as z from "zod/mini";
import { actionOrder } from "./action-order.ts";

/** The selectable periods. */
export const lookbacks = ["1h", "24h", "7d", "30d"] as const;
export type Lookback = (typeof lookbacks)[number];

const hourMs = 3_600_000;
/** Length, text, and the equivalent `since` of the API. */
export const lookbackOptions = {
  "1h": { ms: hourMs, words: "the last hour", since: "1h" },
  "24h": { ms: 24 * hourMs, words: "the last 24 h", since: "24h" },
  "7d": { ms: 168 * hourMs, words: "the last 7 days", since: "168h" },
  "30d": { ms: 720 * hourMs, words: "the last 30 days", since: "720h" },
} as const satisfies Record<Lookback, { ms: number; words: string; since: string }>;

const name = z.string().check(z.maxLength(255));

/** The page's state in its address. `app` and `action` select the open action, `reason` the open failure
 *  group. */
export const insightScreen = z.object({
  past: z.optional(z.enum(lookbacks)),
  sort: z.optional(actionOrder),
  app: z.optional(name),
  action: z.optional(name),
  reason: z.optional(name),
  show: z.optional(z.enum(["all"])),
  shared: z.optional(z.enum(["open"])),
});
