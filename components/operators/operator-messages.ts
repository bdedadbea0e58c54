// Texts of operators.

export const changePasswordButtonTexts = {
  changePassword: "Change password…",
} as const;

export const signedInShellTexts = {
  notSignedOut: "Not signed out",
} as const;
