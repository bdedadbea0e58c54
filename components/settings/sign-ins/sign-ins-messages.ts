// Texts of sign-ins.

export const signInsSectionTexts = {
  since: "Since",
  lastActive: "Last active",
  lastActiveHint: "Last key, click or movement. A sign-in ends after 30 min without one.",
  address: "Address",
  browser: "Browser",
  actions: "Actions",
  account: "Account",
  thisOne: "this one",
  endSignInOfFrom: (username: string, ip: string) => `End sign-in of ${username} from ${ip}`,
  signInEnded: "Sign-in ended",
  signInNotEnded: "Sign-in not ended",
  end: "End",
  signIns: "Sign-ins",
  signInsOfEveryone: "Sign-ins of everyone",
  endAllOthers: "End all others…",
  endYourOtherSignIns: "End your other sign-ins?",
  signedOutElsewhere: "You are signed out everywhere but here.",
  endAllOthersConfirm: "End all others",
  otherSignInsEnded: "Other sign-ins ended",
} as const;
