// Texts of operators.

export const changePasswordButtonTexts = {
  changePassword: "Change password…",
} as const;

export const signedInShellTexts = {
  notSignedOut: "Not signed out",
} as const;

export const navCountsTexts = {
  short: (pools: number) => `${pools} short`,
  emptying: (pools: number) => `${pools} emptying`,
  running: (invocations: string) => `${invocations} running`,
  down: (proxies: number) => `${proxies} down`,
} as const;
