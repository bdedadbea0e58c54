// Why a sign-in at the provider failed, in words.
const texts: Readonly<Record<string, string>> = {
  no_role: "None of your groups has a role in this dashboard. Ask an admin for access.",
  account_disabled: "Your account in this dashboard is disabled. Ask an admin to enable it.",
  other_account: "That is another account than the one that is signed in here. Use the same one.",
  not_proved: "The provider did not ask who you are again, so nothing was confirmed.",
  not_signed_in: "Your sign-in has ended meanwhile. Sign in again.",
};

/** The text of an error code in the address; undefined without one. */
export function formatSignInError(code: string | undefined, provider: string): string | undefined {
  if (code === undefined) return undefined;
  return texts[code] ?? `The sign-in with ${provider} was not completed. Try again.`;
}
