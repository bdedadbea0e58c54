// Texts of the requests of a browser's pages.

export const networkDetailsTexts = {
  request: "Request",
  closeRequestEsc: "Close request (Esc)",
  canceled: "Cancelled",
  failed: "Failed",
  responseHeaders: "Response headers",
  requestHeaders: "Request headers",
  postedData: "Request body",
  copyPostedData: "Copy request body",
  copied: (what: string) => `Copied ${what}`,
  copy: "Copy…",
  theUrl: "the address",
  copyUrl: "Copy address",
  asCURL: "as cURL",
  copyAsCURL: "Copy as cURL",
  aLinkToTheRequest: "a link to the request",
  copyLink: "Copy link",
  responseBody: "Response body",
  empty: "Empty.",
  notStoredOnlyTextBodies: "Not stored: only text bodies are stored.",
  copyResponseBody: "Copy response body",
  firstStored: (bytes: string, totalText: string) => `First ${bytes}${totalText} stored`,
  hidden: "hidden",
  ofSize: (size: string) => ` of ${size}`,
} as const;

export const networkPaneTexts = {
  log: (title: string) => `Log ${title}`,
  requestsOf: (title: string) => `Requests of ${title}`,
  noRequestMatches: (filterMessage: string) => `No request matches: ${filterMessage}.`,
  showAllRequests: "Show all requests",
  shownOfUpTo: ({ shown, most, count }: { shown: string; most: string; count: number }) =>
    `${shown} of up to ${most} ${count === 1 ? "request" : "requests"}`,
  olderDropped: (count: string) => ` · ${count} older dropped`,
} as const;

export const networkTableTexts = {
  request: "Request",
  name: "Name",
  method: "Method",
  status: "Status",
  type: "Type",
  size: "Size",
  time: "Time",
  waterfall: "Waterfall",
} as const;

export const networkToolbarTexts = {
  findWithKeys: "Find (⌘F, Ctrl F)",
  failed: "Failed",
  more: "More",
  exportHarOf: (count: string, shown: number) =>
    `Export HAR of ${count} ${shown === 1 ? "request" : "requests"}`,
  typesOf: ({ shown, count }: { shown: number; count: number }) => `Types ${shown} of ${count}`,
  allTypes: "All types",
  types: "Types",
  noRequestsYet: "No requests yet",
  findInAddresses: "Find in addresses",
  partOfTheAddress: "Part of the address",
  closeFindEsc: "Close find (Esc)",
  unknown: "unknown",
} as const;

export const requestFilterTexts = {
  addressContains: (text: string) => `address contains “${text}”`,
  failedOnly: "failed only",
  someTypesHidden: "some types hidden",
} as const;
