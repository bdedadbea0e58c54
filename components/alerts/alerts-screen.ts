import * as z from "zod/mini";

export const alertTabs = ["open", "rules", "history", "webhooks"] as const;

/** What of the page lives in its address. */
export const alertsScreen = z.object({ tab: z.optional(z.enum(alertTabs)) });
