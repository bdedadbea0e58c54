// Why a sign-in at the provider failed, in words.
import { signInErrorsTexts } from "./sign-in-messages.ts";

const texts: Readonly<Record<string, string>> = {
  no_role: signInErrorsTexts.noneYourGroupsHasRole,
  account_disabled: signInErrorsTexts.yourAccountDashboardDisabledAsk,
  other_account: signInErrorsTexts.youSignedHereAnotherAccount,
  not_proved: signInErrorsTexts.notConfirmedProviderDidNot,
  not_signed_in: signInErrorsTexts.yourSignHasEndedSign,
};

/** The text of an error code in the address; undefined without one. */
export function formatSignInError(code: string | undefined, provider: string): string | undefined {
  if (code === undefined) return undefined;
  return texts[code] ?? signInErrorsTexts.signDidNotCompleteTry(provider);
}
