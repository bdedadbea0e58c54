// Texts of the list of browsers.

export const browserColumnsTexts = {
  state: "State",
  browser: "Browser",
  copyBrowserId: "Copy browser id",
  invocation: "Invocation",
  pool: "Pool",
  proxy: "Proxy",
  profile: "Profile",
  created: "Created",
  timeout: "Timeout",
  timeoutHint:
    "A browser ends after this time without a client. Where that is known, the time left is shown.",
  left: (time: string) => `${time} left`,
  timeoutOf: (timeout: string) => `Timeout ${timeout}. No client is connected.`,
  ended: "Ended",
} as const;

export const browserFacetTexts = {
  action: "Action",
  pool: "Pool",
  proxy: "Proxy",
  profile: "Profile",
} as const;

export const browserFilterButtonTexts = {
  filter: "Filter",
  addFilter: "Add filter",
} as const;

export const browsersViewTexts = {
  active: "Active",
  ended: "Ended",
  all: "All",
  browsers: "Browsers",
  notFiltered: "Not filtered: what these browsers use could not be read",
  fromApiList: "From the API's list of browsers. Idle browsers of pools are counted on the Pools page.",
  ofTheNewest: (count: string) => `of the newest ${count}`,
  searchBrowsers: "Search browsers",
  nameIdOrLabel: "Name, id or label",
  apiDoesNotListBrowsers: "This API does not list browsers",
  howToOpenOne:
    "To open one, paste its id into the field above (Ctrl K) or follow a link from an invocation.",
  noActiveBrowsers: "No active browsers",
  browsersAppearHere: "Started browsers appear here. Start one, or acquire one from a pool.",
  inState: (state: string) => `state ${state}`,
  search: (text: string) => `search “${text}”`,
  not: (value: string) => `not ${value}`,
} as const;

export const createBrowserTexts = {
  startBrowsers: "start browsers",
  startBrowser: "Start browser…",
} as const;
