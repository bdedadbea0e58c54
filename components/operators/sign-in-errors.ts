// Why a sign-in at the provider failed, in words.
import { signInErrorsTexts } from "./sign-in-messages.ts";

const texts: Readonly<Record<string, string>> = {
  no_role: signInErrorsTexts.noGroupHasRole,
  account_disabled: signInErrorsTexts.accountDisabled,
  other_account: signInErrorsTexts.otherAccount,
  not_proved: signInErrorsTexts.providerDidNotAsk,
  not_signed_in: signInErrorsTexts.signInEnded,
};

/** The text of an error code in the address; undefined without one. */
export function formatSignInError(code: string | undefined, provider: string): string | undefined {
  if (code === undefined) return undefined;
  return texts[code] ?? signInErrorsTexts.signInNotCompleted(provider);
}
