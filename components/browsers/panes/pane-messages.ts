// Texts of the panes of a workbench.

export const paneAddressTexts = {
  enterAName: "Enter a name.",
  processNameTooLong: "Use up to 255 characters.",
  useNoControlCharacters: "Use no control characters.",
  pathFault: (fault: string) => `The path ${fault}.`,
  pathTooLong: "Use up to 1,024 characters.",
  addressTooLong: (maxAddressLength: number) => `is longer than ${maxAddressLength} characters`,
  tooManyLogs: (maxSources: number) => `more than ${maxSources} logs`,
  networkCannotBeMerged: "Network cannot be merged",
  isNotAPane: (part: string) => `“${part}” is not a pane`,
} as const;

export const paneLayoutTexts = {
  network: "Network",
  console: "Console",
  activity: "Activity",
} as const;
