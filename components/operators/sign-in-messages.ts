// Texts of signing in.

export const confirmViewTexts = {
  goingTo: (provider: string) => `Going to ${provider}…`,
  confirmed: "Confirmed. You can close this window.",
} as const;

export const newPasswordViewTexts = {
  setPassword: "Set password",
  setYourOwnPassword: (username: string) =>
    `You signed in as ${username} with a one-time password. Set your own to continue.`,
  oneTimePassword: "One-time password",
  enterOneTimePasswordAgain: "Enter the one-time password again.",
} as const;

export const passwordFormTexts = {
  notYourCurrentPassword: "This is not your current password.",
  newPasswordRule: (min: number) =>
    `Use at least ${min} characters, without your user name, and not your current password.`,
  thePasswordsDiffer: "The passwords differ.",
  passwordChanged: "Password changed",
  changePassword: "Change password",
  signedOutElsewhere: "You are signed out everywhere else.",
  passwordNotChanged: "Password not changed",
  currentPassword: "Current password",
  newPassword: "New password",
  atLeastCharacters: (min: number) => `At least ${min} characters.`,
  repeatNewPassword: "Repeat new password",
} as const;

export const providerSignInTexts = {
  signInWith: (provider: string) => `Sign in with ${provider}`,
} as const;

export const signInErrorsTexts = {
  noGroupHasRole: "None of your groups has a role in this dashboard. Ask an admin for access.",
  accountDisabled: "Your account in this dashboard is disabled. Ask an admin to enable it.",
  otherAccount: "You are signed in here with another account. Use the same account.",
  providerDidNotAsk: "Not confirmed: the provider did not ask you to sign in again.",
  signInEnded: "Your sign-in has ended. Sign in again.",
  signInNotCompleted: (provider: string) => `Sign-in with ${provider} did not complete. Try again.`,
} as const;

export const signInFormTexts = {
  tooManyFailedSignIns: (time: string) => `Too many failed sign-ins. Try again at ${time}.`,
  tooManyWrongPasswords: (time: string) => `Too many wrong passwords for this account. Try again at ${time}.`,
  signInFailedTryAgain: "Sign-in failed. Try again.",
  signIn: "Sign in",
  userName: "User name",
  password: "Password",
} as const;
