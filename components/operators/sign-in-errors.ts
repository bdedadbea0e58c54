// Why a sign-in at the provider failed, in words.
const texts: Readonly<Record<string, string>> = {
  no_role: "None of your groups has a role in this dashboard. Ask an admin for access.",
  account_disabled: "Your account in this dashboard is disabled. Ask an admin to enable it.",
  other_account: "You are signed in here with another account. Use the same account.",
  not_proved: "Not confirmed: the provider did not ask you to sign in again.",
  not_signed_in: "Your sign-in has ended. Sign in again.",
};

/** The text of an error code in the address; undefined without one. */
export function formatSignInError(code: string | undefined, provider: string): string | undefined {
  if (code === undefined) return undefined;
  return texts[code] ?? `Sign-in with ${provider} did not complete. Try again.`;
}
