/** The rule of the contract's `profileName`, as a sentence. */
import { profileNameRuleTexts } from "./profile-on-demand-messages.ts";
export const profileNameRule = profileNameRuleTexts.nameInvalid;
