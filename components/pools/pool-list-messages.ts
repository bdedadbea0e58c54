// Texts of the list of pools.

export const createPoolTexts = {
  createPools: "create pools",
  createPool: "Create pool…",
} as const;

export const forecastUnavailableReasonTexts = {
  noForecast: "No forecast.",
  firstPoolsOnly: "Forecasts are shown for the first 100 pools. Open the pool to see it.",
} as const;

export const insightFailureTexts = {
  forecastsNotUpToDate: "Forecasts not up to date",
} as const;

export const poolNumbersTexts = {
  now: "now",
} as const;

export const poolColumnsTexts = {
  state: "State",
  pool: "Pool",
  capacity: "Capacity",
  available: "Available",
  of: (count: string) => ` of ${count}`,
  emptyIn: "Empty in",
  emptyInHint: "Time until no browser is available, at the rate of the last 5 min.",
  taken: "Taken",
  takenHint: "Browsers acquired minus released, per minute.",
  filled: "Filled",
  browsersStartedPerMinute: "Browsers started, per minute.",
  fillRate: "Fill rate",
  fillRateHint: "In % of the size, and in browsers per minute (fill_rate_per_minute).",
  lastHour: "Last hour",
  capacityLastHour: (name: string) => `Capacity of ${name} in the last hour`,
} as const;

export const poolToolsTexts = {
  inTrouble: "In trouble",
  filling: "Filling",
  atSize: "At size",
  anyState: "Any state",
  searchPools: "Search pools",
  state: "State",
  selectAtLeastTwoPools: "Select at least two pools.",
  compare: "Compare",
  compareCount: (count: string) => `Compare ${count}`,
} as const;

export const poolsViewTexts = {
  noPoolsYet: "No pools yet",
  poolsAppearHere:
    "Pools appear here with their capacity and forecast. A pool keeps browsers ready for clients.",
  pools: "Pools",
  source: "Counts from the API, forecasts from the dashboard's history",
  sortedWithinThisPage: "sorted within this page",
  filteredWithinThisPage: "filtered and sorted within this page",
  named: (name: string) => `name ${name}`,
  inState: (state: string) => `state ${state}`,
} as const;
