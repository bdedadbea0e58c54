/** The rule of the contract's `profileName`, as a sentence. */
export const profileNameRule = "Use 1 to 255 characters without / \\ % ? or #.";
