import * as z from "zod/mini";
import { proxyFilters } from "@/lib/contract/proxies";
import { historyRange } from "./proxy-range.ts";
import { proxySort, proxyStates } from "./proxy-rows.ts";

/** The page's state in its address. */
export const proxySearchParams = z.extend(proxyFilters, {
  /** Id of the open proxy. */
  open: z.optional(z.string().check(z.minLength(1), z.maxLength(255))),
  past: z.optional(historyRange),
  status: z.optional(z.enum(proxyStates)),
  sort: z.optional(proxySort),
});
export type ProxySearchParams = z.output<typeof proxySearchParams>;
