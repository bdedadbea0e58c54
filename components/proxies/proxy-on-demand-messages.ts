// Texts of proxies, of what is loaded on demand.

export const checkManyDownTexts = {
  unavailable: "Unavailable",
  isUnavailable: "unavailable",
  openTheOthers: (count: string) => `Open the other ${count} to see what uses them.`,
  usedBy: (dependents: string, reachSuffix: string) => `; used by ${dependents}${reachSuffix}`,
  loadingWhatUsesIt: "; loading what uses it…",
  whatUsesItNotLoaded: "; what uses it could not be loaded",
} as const;

export const checkProgressBannerTexts = {
  checks: "Checks",
  dismiss: "Dismiss",
  waitingForTheLastChecks: "Waiting for the last checks.",
  stop: "Stop",
  proxiesChecked: "Proxies checked",
  couldNotBeChecked: (count: string) => `${count} could not be checked`,
  copyFailures: "Copy failures",
} as const;

/** The names of a proxy's settings, by the API's. */
export const proxyFieldTexts = {
  country: "Country",
  state: "State",
  city: "City",
  zip: "ZIP code",
  asn: "Network",
  os: "Operating system",
  carrier: "Carrier",
  host: "Host",
  port: "Port",
  username: "User name",
  password: "Password",
  has_password: "Password",
} as const;

export const createProxyDialogTexts = {
  customYourOwnServer: "Custom: your own server",
  datacenterFixedAddress: "Datacenter: fixed address",
  ispFixedAddress: "ISP: fixed address of an internet provider",
  residentialHomeAddresses: "Residential: home addresses",
  mobilePhoneAddresses: "Mobile: phone addresses",
  countryHint: "Two letters, such as DE. Empty: US.",
  stateHint: "Two letters, US only.",
  cityHint: "One word, such as newyork.",
  zipHint: "Five digits, US only.",
  asNumberHint: "AS number, such as AS7922.",
  systemHint: "windows, macos or android.",
  carrierHint: "Short name of the mobile network.",
  passwordHint: "Stored by the API and never shown again.",
  proxyCreated: "Proxy created",
  createProxy: "Create proxy",
  notCreated: "Not created",
  howToUseIt: "To use it, select it in a pool or a browser.",
  type: "Type",
  name: "Name",
  moreSettings: "More settings",
  protocol: "Protocol",
} as const;

export const proxyByIdTexts = {
  apiDoesNotListProxies: "This API does not list proxies",
  proxyId: "Proxy id",
  choose: "Choose",
  checkProxyById: "You can still check a proxy by its id.",
} as const;

export const proxyFormTexts = {
  countryInvalid: "Enter two letters, such as US.",
  stateInvalid: "Enter two letters, such as CA.",
  cityInvalid: "Enter one word without spaces, such as newyork.",
  zipInvalid: "Enter five digits.",
  asNumberInvalid: "Enter AS and a number, such as AS7922.",
  passwordTooShort: "Use at least 5 characters.",
  enterHost: "Enter the proxy's host name or address.",
  onlyHostNameOrAddress: "Enter the host name or address alone, such as proxy.example.com.",
  portInvalid: "Enter a whole number from 1 to 65535.",
  enterTheProxysPort: "Enter the proxy's port.",
  passwordNeedsUserName: "A password needs a user name.",
  aCityNeedsACountry: "Enter a country, too: a city needs one.",
  notWithCityOrState: "This cannot be combined with a city or a state.",
  useUpTo255Characters: "Use up to 255 characters.",
} as const;

export const proxyHistoryViewTexts = {
  recordedChecks: "Recorded checks",
  recordedChecksIn: (period: string) => `Recorded checks, ${period}`,
  includesOlderChecks: (older: string) =>
    `Includes ${older} older ${older === "1" ? "check" : "checks"} that the bars above do not show.`,
  noChecksInThisTime: "No checks in this time range.",
  noChecksRecordedYet: "No checks recorded yet.",
  recordedSince: "Checks from the dashboard and the API's list, recorded since ",
  noneMeasured: "none measured",
  of: (count: string) => `of ${count}`,
  medianDuration: (duration: string) => `Duration of the last checks, median ${duration}`,
  newestChecks: "Newest checks",
  checked: "Checked",
  verdict: "Result",
  by: "By",
  uptime: "Uptime",
  flapScore: "Flap score",
  duration: "Duration",
  firstCheck: "First check",
  elsewhere: "elsewhere",
} as const;

export const proxyMenuTexts = {
  renameProxies: "rename proxies",
  noNewBrowserCanUseIt: "No new browser can use it.",
  deleteProxies: "delete proxies",
  nameHint: "Use 1 to 255 characters.",
} as const;

export const selectedProxiesBarTexts = {
  tooManyProxies: (count: string) => `Up to ${count} proxies can be deleted at once.`,
  selectedProxies: "Selected proxies",
  selected: (countOf: string) => `${countOf} selected`,
  check: "Check",
  delete: "Delete…",
} as const;

export const deleteProxiesDialogTexts = {
  deleteQuestion: (countOf: string) => `Delete ${countOf}?`,
  noNewBrowserCanUseThem:
    "No new browser can use them. This cannot be undone. A proxy known to be in use is not deleted and stays selected.",
  deleteAct: (countOf: string) => `Delete ${countOf}`,
  eachIsInTheAudit: "Each is written to the audit.",
  deleting: (countOf: string) => `Deleting ${countOf}`,
  proxiesAnswered: "Proxies answered",
  deleted: (countOf: string) => `${countOf} deleted`,
  goneBefore: (count: number) => `${count} had already been deleted`,
  proxy: (name: string) => `Proxy ${name}`,
  usedBy: (dependents: string, reachSuffix: string) =>
    `In use by ${dependents}${reachSuffix}. Remove it there, or delete it alone.`,
} as const;

export const proxySheetTexts = {
  noLongerExists: "This proxy no longer exists",
  allFields: "All fields",
  affected: "Affected",
  usedBy: "Used by",
  proxyId: "proxy id",
  configuration: "Configuration",
  quality: (rank: number, count: number) => ` quality ${rank} of ${count}, 1 is best`,
  passwordStored: "stored",
  noPassword: "none",
  fixedExitAddress: (type: string) =>
    `${type === "isp" ? "An ISP" : "A datacenter"} proxy has a fixed exit address. A check tests that address.`,
  changingExitAddress: (type: string) =>
    `The exit address of a ${type} proxy changes. A check tests one of them, so the next browser may get another.`,
  yourOwnServer:
    "A custom proxy is your own server. A check tests its credentials and one request through it.",
  oneRequestTested: "A check tests one request through the proxy.",
  firstFailed: "first failed ",
  lastChecked: "last checked ",
  answeredFrom: "Answered from",
  type: "Type",
  whatACheckTests: "What a check tests",
  location: "Location",
  protocol: "Protocol",
  id: "Id",
} as const;

export const scheduleDialogTexts = {
  scheduledChecks: "Scheduled checks",
  checksEveryProxy:
    "The dashboard checks every proxy on a schedule. Each check is a real request through the proxy.",
  enterMinutes: "Enter a whole number from 1 to 1,440.",
  enterPerHour: "Enter a whole number from 1 to 3,600.",
  giveAReason: "Give a reason.",
  scheduledChecksTurnedOn: "Scheduled checks turned on",
  scheduledChecksTurnedOff: "Scheduled checks turned off",
  save: "Save",
  notSaved: "Not saved",
  notSetYet: "Not set yet.",
  setBy: (setBy: string) => `Set by ${setBy} `,
  minutesBetweenChecks: "Minutes between checks",
  variedForEachProxy: "For each proxy, varied by 10 %.",
  maximumChecksPerHour: "Maximum checks per hour",
  checksPerHourHint: (count: string) => `For all proxies. ${count} in the last hour.`,
} as const;
