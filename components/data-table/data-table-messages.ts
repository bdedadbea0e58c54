// Texts of tables.

export const cardsBarTexts = {
  sortBy: "Sort by",
  reverse: (descending: boolean) => `${descending ? "Descending" : "Ascending"}. Reverse the order`,
  hideBoxes: "Hide checkboxes",
  select: "Select",
  allOnThisPage: "All on this page",
  selected: (count: string) => `${count} selected`,
} as const;

export const columnLayoutTexts = {
  namesAColumnTwice: "names a column twice",
} as const;

export const columnResizerTexts = {
  widthOf: (header: string) => `Width of ${header}`,
  resizeHint: "Drag or use the arrow keys. Double-click to reset.",
  pixels: (count: number) => `${count} pixels`,
  default: "default",
} as const;

export const selectionBannerTexts = {
  allPageSelected: (count: string) => `All ${count} on this page are selected.`,
} as const;

export const tableFooterTexts = {
  rowsPerPage: "Rows per page",
  perPage: (each: number) => `${each} per page`,
  previousPage: "Previous page",
  thisIsTheFirstPage: "This is the first page.",
  nextPage: "Next page",
  thisIsTheLastPage: "This is the last page.",
} as const;

export const tableHeaderTexts = {
  selectAllRows: "Select all rows on this page",
} as const;

export const tablePagingTexts = {
  noneReadableMore: "none readable, more",
  none: "none",
  more: (range: string) => `${range}, more`,
  rangeOf: (range: string, whole: string) => `${range} of ${whole}`,
} as const;

export const tableRowTexts = {
  select: (rowId: string) => `Select ${rowId}`,
  filterHint: (value: string) => `Filter by ${value}. Alt-click to exclude it.`,
  unreadableItem: "Unreadable item",
} as const;

export const tableStatesTexts = {
  new: (count: string) => `${count} new`,
  clearFilters: "Clear filters",
  nothingMatches: "Nothing matches",
  hiddenBy: (names: string) => `Hidden by: ${names}.`,
  thisPageIsEmpty: "This page is empty",
  goToFirstPage: "Go to first page",
  theListIsNowShorter: "The list is now shorter.",
} as const;

export const tableStatusBarTexts = {
  notUpToDate: "Not up to date",
} as const;
