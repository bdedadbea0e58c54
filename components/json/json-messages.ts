// Texts of JSON values.

export const jsonExplorerTexts = {
  onlyFirstRows: (count: string) => `Only the first ${count} rows are shown. Collapse branches to see more.`,
} as const;

export const jsonFooterTexts = {
  moreCharacters: (count: string) => `
… ${count} more characters. Copy to get them all.`,
  path: "path",
  copyPath: "Copy path",
  value: "value",
  copyValue: "Copy value",
} as const;

export const jsonRawTexts = {
  longLinesBroken: (count: string) => `Lines over ${count} characters are broken here, not in a copy.`,
  raw: (label: string) => `${label}, raw`,
} as const;

export const jsonRowTexts = {
  nameRepeats: "name repeats",
  nameRepeatsPart: "name repeats ",
} as const;

export const jsonSearchBarTexts = {
  noMatches: "No matches",
  search: (label: string) => `Search ${label}`,
  textInNamesAndValues: "Text in names and values",
  previousMatch: "Previous match",
  nextMatch: "Next match",
  closeSearch: "Close search",
  noMatch: "no match",
  found: (count: string) => `${count} found`,
  searching: "searching…",
} as const;

export const jsonViewTexts = {
  notInRawView: "Not available in the raw view.",
  search: (label: string) => `Search ${label}`,
  expandAll: "Expand all",
  collapseAll: "Collapse all",
  wrapLines: "Wrap lines",
  noTree: "This is not JSON, so there is no tree.",
  raw: "Raw",
  download: (label: string) => `Download ${label}`,
  copy: (label: string) => `Copy ${label}`,
  expectedAtCharacter: (expected: string, count: string) =>
    `Not JSON: ${expected} expected at character ${count}.`,
  oneNameRepeated: "One name is repeated in its object. Most parsers keep only the last value.",
  namesRepeated: (count: string) =>
    `${count} names are repeated in their object. Most parsers keep only the last value.`,
} as const;
