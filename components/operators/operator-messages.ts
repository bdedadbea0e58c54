// Texts of operators.

export const changePasswordButtonTexts = {
  changePassword: "Change password…",
} as const;

export const signedInShellTexts = {
  notSignedOut: "Not signed out",
} as const;

export const navCountsTexts = {
  short: (pools: string) => `${pools} short`,
  emptying: (pools: string) => `${pools} emptying`,
  running: (invocations: string) => `${invocations} running`,
  down: (proxies: string) => `${proxies} down`,
} as const;
