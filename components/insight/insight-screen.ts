import * as z from "zod/mini";
import { actionOrder } from "./action-order.ts";

/** The times insight is shown for. */
export const pasts = ["1h", "24h", "7d", "30d"] as const;
export type Past = (typeof pasts)[number];

const hourMs = 3_600_000;
/** Length, words, and the same as a `since` of the API. */
export const pastFacts = {
  "1h": { ms: hourMs, words: "the last hour", since: "1h" },
  "24h": { ms: 24 * hourMs, words: "the last 24 h", since: "24h" },
  "7d": { ms: 168 * hourMs, words: "the last 7 days", since: "168h" },
  "30d": { ms: 720 * hourMs, words: "the last 30 days", since: "720h" },
} as const satisfies Record<Past, { ms: number; words: string; since: string }>;

const name = z.string().check(z.maxLength(255));

/** The screen's state in its address. `app` and `action` name the open action, `reason` the open failure. */
export const insightScreen = z.object({
  past: z.optional(z.enum(pasts)),
  sort: z.optional(actionOrder),
  app: z.optional(name),
  action: z.optional(name),
  reason: z.optional(name),
  show: z.optional(z.enum(["all"])),
  shared: z.optional(z.enum(["open"])),
});
