// What roles may do and what acts on accounts have as effect, in words.
import { oneTimeHours } from "@/lib/bff/accounts";
import type { Role } from "@/lib/bff/roles";

/** What a role may do. */
export const roleTexts = {
  viewer: "Sees the fleet, but no content of browsers",
  operator: "Also acts on the fleet, and reads logs and files",
  admin: "Also manages accounts, webhooks and schedules",
} as const satisfies Record<Role, string>;

export const roleEffects = {
  viewer: "They can see the fleet but no longer act on it. Applies within 5 s.",
  operator: "They can act on the fleet, and read logs and files of browsers. Applies within 5 s.",
  admin: "They can do everything, including managing accounts. Applies within 5 s.",
} as const satisfies Record<Role, string>;

export const oneTimeText = `It is shown only once, valid for ${oneTimeHours / 24} days, and must be changed at the first sign-in.`;

export const resetEffect =
  "Their password stops working and they are signed out now. You get a one-time password to give to them.";
