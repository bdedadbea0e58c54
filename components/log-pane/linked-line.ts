import * as z from "zod/mini";
import type { LineName } from "@/lib/live/line-hash";
import { linkedLineTexts } from "./log-pane-on-demand-messages.ts";

/** The query parameters that point at a line of a log. */
export const linkedLineQuery = {
  at: z.optional(z.string().check(z.maxLength(40))),
  line: z.optional(z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, linkedLineTexts.isNotALine))),
};

/** The line that an address points at. */
export const linkedLine = ({
  at,
  line,
}: {
  at?: string | undefined;
  line?: string | undefined;
}): LineName | undefined => (at && line ? { at, hash: line } : undefined);
