/** The rule of the contract's `profileName`, as a sentence. */
export const profileNameRule = "1 to 255 characters, none of them / \\ % ? or #.";
