// Texts of proxies.

export const checkFiguresTexts = {
  uptimeHint: ({ succeeded, checks, range }: { succeeded: string; checks: string; range: string }) =>
    `${succeeded} of ${checks} checks in ${range} succeeded. This is a share of checks, not of time.`,
  of: (count: string) => `of ${count}`,
  flapHint: ({
    verdicts,
    flappingFrom,
    oldestWeight,
    newestWeight,
  }: {
    verdicts: number;
    flappingFrom: number;
    oldestWeight: number;
    newestWeight: number;
  }) =>
    `How often the result changed between the newest ${verdicts} checks: 0 never, 100 each time. Flapping from ${flappingFrom}. Newer changes weigh more (${oldestWeight} to ${newestWeight}).`,
  flapping: "flapping, ",
} as const;

export const checkHistoryStripTexts = {
  theNewestAreShown: (count: string) => `; the newest ${count} are shown`,
  olderChecksNotShown: (count: string) =>
    `${count} older ${count === "1" ? "check is" : "checks are"} counted but not shown`,
  noChecks: "no checks",
  summaryIn: (summary: string, range: string) => `${summary} in ${range}`,
  summary: ({ checks, available, unavailable }: { checks: string; available: string; unavailable: string }) =>
    `${checks} ${checks === "1" ? "check" : "checks"}, ${available} available, ${unavailable} unavailable`,
  more: (count: number) => `${count} more`,
} as const;

export const checkManyLabelTexts = {
  checkAll: (count: string) => `Check all ${count}`,
  checkAllListed: "Check all",
  checkFirst: (maxCount: string) => `Check first ${maxCount}`,
} as const;

export const checkManyTexts = {
  checkAllProxies: "Check all proxies",
  checksAreAlreadyRunning: "Checks are already running.",
  noProxiesToCheck: "There are no proxies to check.",
} as const;

export const createProxyTexts = {
  createProxies: "create proxies",
  createProxy: "Create proxy…",
} as const;

export const proxiesViewTexts = {
  noProxiesYet: "No proxies yet",
  proxiesAppearHere: "Proxies appear here with their checks. Browsers connect to the internet through them.",
  sortedWithinThisPage: "sorted within this page",
  filteredWithinThisPage: "filtered and sorted within this page",
  proxies: "Proxies",
  source: "Status of each proxy's last check",
  nothingChecked: "Nothing was checked: the list could not be loaded completely",
  checksNotLoaded: "The checks could not be loaded",
  search: (text: string) => `search “${text}”`,
  named: (name: string) => `name ${name}`,
  withStatus: (status: string) => `status ${status}`,
} as const;

export const proxyCheckButtonTexts = {
  whyTheCheckOfFailed: (name: string) => `Why the check of ${name} failed`,
  checkFailed: (code: string) => `Check failed: ${code}`,
  notChecked: "Not checked",
  failed: "failed",
  wasNotChecked: (name: string) => `${name} was not checked`,
  checking: (name: string) => `Checking ${name}`,
  check: (name: string) => `Check ${name}`,
  checkingLabel: "Checking",
  checkLabel: "Check",
} as const;

export const proxyColumnsTexts = {
  status: "Status",
  name: "Name",
  unnamed: "unnamed",
  type: "Type and country",
  address: "Address",
  lastChecked: "Last checked",
  checks: "Checks",
  oneBarPerCheck: "One bar per check: tall is available, short is unavailable.",
  uptime: "Uptime",
  shareOfSuccessfulChecks: "Share of successful checks.",
  flap: "Flap",
  howOftenTheResultChanges: "How often the result of the checks changed: 0 never, 100 each time.",
  check: "Check",
} as const;

export const proxyRangeTexts = {
  theNewestChecksOnly: (count: string) => `the newest ${count} checks only`,
} as const;

export const proxyToolsTexts = {
  searchProxies: "Search proxies",
  status: "Status",
  anyStatus: "Any status",
  unavailable: "Unavailable",
  available: "Available",
  unchecked: "Unchecked",
  scheduleProxyChecks: "Schedule proxy checks…",
  checksShown: "Checks shown",
  schedule: "Schedule…",
} as const;

export const proxyTypeTexts = {
  qualityForAvoidingBotDetection: (
    rank: number | undefined,
    type: string,
    count: number,
    byQuality: string,
  ) =>
    `${rank === undefined ? `The API does not rank ${type} proxies. ` : `${rank} of ${count}. `}Quality for avoiding bot detection: ${byQuality}.`,
} as const;
