// Texts of operators, of what is loaded on demand.

export const proofDialogTexts = {
  confirmItIsYou: "Confirm it is you",
  wrongPassword: "Wrong password.",
  singleSignOnAgain: "Sign in with single sign-on again, in a new window. Valid for 5 min.",
  openWindow: "Open window",
  otherWindowSaysWhy: "Not confirmed. The other window says why.",
  enterYourPassword: "Enter your password to continue. Valid for 5 min.",
  confirm: "Confirm",
  password: "Password",
  notConfirmed: "Not confirmed",
} as const;

export const signInWindowTexts = {
  browserBlockedWindow: "The browser blocked the new window. ",
  openInNewTab: "Open in a new tab",
} as const;

export const signInAgainTexts = {
  youAreSignedOut: "You are signed out",
  signInAgainAs: (username: string) =>
    `Your sign-in has ended. Sign in as ${username} in a new window: this page keeps what you entered.`,
  signIn: "Sign in…",
  leavePage: "Leave page",
  otherAccount: (found: string, username: string) =>
    `You are signed in as ${found}. Sign in as ${username} to continue.`,
} as const;

export const shellActionsTexts = {
  signOut: "Sign out",
  logOut: "log out",
  proxyNotChecked: "Proxy not checked",
  invokeAction: "Invoke action…",
  checkProxy: "Check proxy",
  startBrowser: "Start browser…",
  newAlertRule: "Add alert rule…",
  createPool: "Create pool…",
  createProxy: "Create proxy…",
  createProfile: "Create profile…",
  light: "Light",
  dark: "Dark",
  system: "System",
  local: "Local",
  theme: (label: string) => `Theme: ${label}`,
  timeZone: (label: string) => `Time zone: ${label}`,
} as const;
