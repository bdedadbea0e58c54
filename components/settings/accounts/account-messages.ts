// What roles may do and what acts on accounts have as effect, in words.
import { oneTimeHours } from "@/lib/bff/accounts";
import type { Role } from "@/lib/bff/roles";

/** What a role may do. */
export const roleTexts = {
  viewer: "Sees the fleet with payloads and live logs, but no files, stored logs or pictures",
  operator: "Also acts on the fleet, and reads files, stored logs and pictures",
  admin: "Also manages accounts, API tokens, webhooks and the schedule of proxy checks",
} as const satisfies Record<Role, string>;

export const roleEffects = {
  viewer:
    "They can see the fleet, but no longer act on it or read files, stored logs and pictures. Applies within 5 s, also to API tokens that they created.",
  operator:
    "They can act on the fleet, and read files, stored logs and pictures. Applies within 5 s, also to API tokens that they created.",
  admin: "They can do everything, including managing accounts. Applies within 5 s.",
} as const satisfies Record<Role, string>;

export const oneTimeText = `It is shown only once, valid for ${oneTimeHours / 24} days, and must be changed at the first sign-in.`;

export const resetEffect =
  "Their password stops working and they are signed out now. You get a one-time password to give to them.";

export const accountActionsTexts = {
  actionsFor: (username: string) => `Actions for ${username}`,
  make: (each: string) => `Make ${each}…`,
  resetPassword: "Reset password…",
  enable: "Enable…",
  disable: "Disable…",
  ownAccount: "This is your account. Use Change password.",
  lastAdmin: "The last enabled admin. Make someone else an admin first.",
  makeQuestion: (username: string, target: string) => `Make ${username} ${target}?`,
  makeAct: (target: string) => `Make ${target}`,
  isNow: (username: string, target: string) => `${username} is now ${target}`,
  enableQuestion: (username: string) => `Enable ${username}?`,
  disableQuestion: (username: string) => `Disable ${username}?`,
  theyCanSignInAgain: "They can sign in again. API tokens that they created are accepted again.",
  theyAreSignedOut:
    "They are signed out now and cannot sign in again. API tokens that they created are refused.",
  enableConfirm: "Enable",
  disableConfirm: "Disable",
  enabled: (username: string) => `${username} enabled`,
  disabled: (username: string) => `${username} disabled`,
  resetPasswordOf: (username: string) => `Reset password of ${username}?`,
  resetPasswordConfirm: "Reset password",
} as const;

export const accountColumnsTexts = {
  disabled: "disabled",
  noRole: "no role",
  enabled: "enabled",
  oneTimePasswordUntil: "one-time password until ",
  account: "Account",
  role: "Role",
  state: "State",
  lastSeen: "Last seen",
  inTheLast10Days: "In the last 10 days",
  actions: "Actions",
} as const;

export const accountsSectionTexts = {
  accounts: "Accounts",
  createAccount: "Create account…",
} as const;

export const createAccountDialogTexts = {
  enterNameNotTaken: (usernameHint: string) => `Enter a name that is not taken: ${usernameHint}.`,
  createAccount: "Create account",
  oneTimePasswordGiven: "You get a one-time password to give to them. No email is sent.",
  notCreated: "Not created",
  userName: "User name",
  role: "Role",
} as const;

export const oneTimePasswordDialogTexts = {
  oneTimePasswordOf: (username: string) => `One-time password of ${username}`,
  giveItToThemYourself: (oneTimeText: string) => `Give it to them yourself. ${oneTimeText}`,
  copyPassword: "Copy password",
  done: "Done",
} as const;
