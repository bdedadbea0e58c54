// Accounts of the dashboard's users.
import * as z from "zod/mini";
import { fieldMessages } from "./field-messages.ts";
import { role } from "./roles.ts";

export const passwordLimits = { min: 12, max: 256 } as const;
/** How long a one-time password may be used, in hours. */
export const oneTimeHours = 72;

export const usernameRule = /^[A-Za-z0-9][A-Za-z0-9._@-]{0,63}$/;
export const usernameHint = fieldMessages.username;

export const accountCreate = z.object({
  username: z.string().check(z.trim(), z.regex(usernameRule, fieldMessages.mustBe(usernameHint))),
  role,
});
export type AccountCreate = z.infer<typeof accountCreate>;

/** Changes the given fields. */
export const accountUpdate = z.object({ role: z.optional(role), disabled: z.optional(z.boolean()) });
export type AccountUpdate = z.infer<typeof accountUpdate>;

export const account = z.object({
  id: z.string(),
  username: z.string(),
  role,
  disabled: z.boolean(),
  /**
   * True: at the last sign-in the groups of single sign-on gave no role; `role` is the one before, and gives no rights.
   * A replica of the version before does not say it.
   */
  without_role: z.optional(z.boolean()),
  /** `own`: set by its user; `one_time`: must be changed at the next sign-in; `none`: signs in elsewhere. */
  password: z.enum(["own", "one_time", "none"]),
  /** When the one-time password stops working. */
  one_time_until_ms: z.nullable(z.int()),
  created_at_ms: z.int(),
  /** Last use of any sign-in of the last 10 days. */
  last_seen_ms: z.nullable(z.int()),
});
export type Account = z.infer<typeof account>;
export const accounts = z.object({ accounts: z.array(account) });

/** The one-time password is returned here only. */
export const accountWithPassword = z.object({ account, one_time_password: z.string() });
export type AccountWithPassword = z.infer<typeof accountWithPassword>;

export const passwordChange = z.object({
  /** May be left out within minutes of a sign-in with a one-time password. */
  old_password: z.optional(z.string().check(z.minLength(1), z.maxLength(passwordLimits.max))),
  new_password: z
    .string()
    .check(
      z.minLength(passwordLimits.min, fieldMessages.atLeastCharacters(passwordLimits.min)),
      z.maxLength(passwordLimits.max, fieldMessages.atMostCharacters(passwordLimits.max)),
    ),
});
export type PasswordChange = z.infer<typeof passwordChange>;

export const signInsQuery = z.object({ of: z.optional(z.enum(["me", "everyone"])) });

export const signIn = z.object({
  id: z.string(),
  username: z.string(),
  since_ms: z.int(),
  /** When its user was last active. */
  last_seen_ms: z.int(),
  ip: z.string(),
  user_agent: z.string(),
  /** The one that asks. */
  current: z.boolean(),
});
export type SignIn = z.infer<typeof signIn>;
/** Newest first, 500 at most. */
export const signIns = z.object({ sign_ins: z.array(signIn) });

export const passwordProof = z.object({
  password: z.string().check(z.minLength(1), z.maxLength(passwordLimits.max)),
});
