// Texts of the panes of a workbench.

export const paneAddressTexts = {
  enterAName: "Enter a name.",
  useUpTo255Characters: "Use up to 255 characters.",
  useNoControlCharacters: "Use no control characters.",
  thePath: (fault: string) => `The path ${fault}.`,
  useUp1024Characters: "Use up to 1,024 characters.",
  isLongerThanCharacters: (maxAddressLength: number) => `is longer than ${maxAddressLength} characters`,
  moreThanLogs: (maxSources: number) => `more than ${maxSources} logs`,
  networkCannotBeMerged: "Network cannot be merged",
  isNotAPane: (part: string) => `“${part}” is not a pane`,
} as const;

export const paneLayoutTexts = {
  network: "Network",
  console: "Console",
  activity: "Activity",
} as const;
