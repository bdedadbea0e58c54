// Texts of titles and errors of pages.

export const pageTitles = {
  alerts: "Alerts",
  audit: "Audit",
  browser: "Browser",
  browsers: "Browsers",
  confirmItIsYou: "Confirm it is you",
  confirmed: "Confirmed",
  invocation: "Invocation",
  invocationInsight: "Invocation insight",
  invocations: "Invocations",
  invoke: "Invoke",
  overview: "Overview",
  pageNotFound: "Page not found",
  pool: "Pool",
  pools: "Pools",
  profiles: "Profiles",
  proxies: "Proxies",
  search: "Search",
  setPassword: "Set password",
  settings: "Settings",
  signIn: "Sign in",
  theProvider: "the provider",
  timeline: "Timeline",
} as const;

export const errorTexts = {
  databaseNotAnswering: "The dashboard's database does not answer. Try again in a few seconds.",
  pageNotShown: "This page could not be shown",
  tryAgainOrLeave: "Try again, or open another page.",
  retry: "Retry",
} as const;

export const globalErrorTexts = {
  pageNotShown: "This page could not be shown",
  code: (digest: string) => `Code ${digest}`,
  retry: "Retry",
} as const;

export const layoutTexts = {
  fleetdeck: "Fleetdeck",
  description: "Operations dashboard for fleets of cloud browsers.",
} as const;

export const notFoundTexts = {
  linkMayBeOld: "The link may be old, or the id may be incomplete.",
  goToOverview: "Go to Overview",
} as const;
