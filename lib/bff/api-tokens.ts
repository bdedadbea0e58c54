// API tokens: credentials of programs for the dashboard's own API.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";
import { role } from "./roles.ts";

export const apiTokenLimits = { nameMax: 50, daysMax: 365, tokens: 50 } as const;

/** Begins every token, so that scanners of secrets find one. */
export const apiTokenPrefix = "fd_";

/** Its name, by which the audit calls it. */
const name = z
  .string()
  .check(
    z.trim(),
    z.minLength(1, fieldMessages.enterName),
    z.maxLength(apiTokenLimits.nameMax, fieldMessages.atMostCharacters(apiTokenLimits.nameMax)),
    z.regex(/^[a-z0-9][a-z0-9._-]*$/, fieldMessages.tokenName),
  );
const days = z
  .int()
  .check(z.minimum(1), z.maximum(apiTokenLimits.daysMax, fieldMessages.atMostDays(apiTokenLimits.daysMax)));

export const apiTokenCreate = z.object({ name, role, expires_in_days: days });
export type ApiTokenCreate = z.infer<typeof apiTokenCreate>;

/** The state of the account that created a token. Unless it is enabled, the token is refused. */
const makerState = z.enum(["enabled", "disabled", "without_role"]);
export type MakerState = z.infer<typeof makerState>;

export const apiToken = z.object({
  id: z.string(),
  name: z.string(),
  role,
  /** At most the present one of the account that created it. A replica of the version before does not say it. */
  role_now: z.optional(role),
  created_by: z.string(),
  /** A replica of the version before does not say it. */
  created_by_state: z.optional(makerState),
  created_at_ms: z.int(),
  expires_at_ms: z.int(),
  /** To the minute; null: never used. */
  last_used_at_ms: z.nullable(z.int()),
});
export type ApiToken = z.infer<typeof apiToken>;
export const apiTokens = z.object({ tokens: z.array(apiToken) });

/** The token itself is returned here only. */
export const apiTokenMade = z.extend(apiToken, { token: z.string() });
export type ApiTokenMade = z.infer<typeof apiTokenMade>;
