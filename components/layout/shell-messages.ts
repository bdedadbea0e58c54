// Texts of the frame around every page.

export const accountTexts = {
  account: (name: string, role: string) => `Account: ${name}, ${role}`,
  keyboardShortcuts: "Keyboard shortcuts",
  signOut: "Sign out",
} as const;

export const appShellTexts = {
  skipToContent: "Skip to content",
} as const;

export const brandTexts = {
  fleetdeck: "Fleetdeck",
} as const;

export const environmentChipTexts = {
  environment: "Environment ",
} as const;

export const liveIndicatorTexts = {
  live: "Live",
  apiFailing: "API failing",
  reconnecting: "Reconnecting",
  stale: "Stale",
} as const;

export const navItemsTexts = {
  overview: "Overview",
  invocations: "Invocations",
  browsers: "Browsers",
  pools: "Pools",
  proxies: "Proxies",
  profiles: "Profiles",
  alerts: "Alerts",
  timeline: "Timeline",
  search: "Search",
  audit: "Audit",
  settings: "Settings",
} as const;

export const navListTexts = {
  pages: "Pages",
  stale: " stale",
  couldNotBeRefreshed: (page: string, count: string) => `${page}: ${count} could not be refreshed`,
} as const;

export const recorderNoteTexts = {
  historyLoading: "History loading",
  recorderFailing: "Recorder failing",
  recorderOff: "Recorder off",
  forAge: (age: string) => ` for ${age}`,
} as const;

export const sidebarTexts = {
  expandSidebar: "Expand sidebar (⌘B, Ctrl B)",
  collapseSidebar: "Collapse sidebar (⌘B, Ctrl B)",
} as const;

export const themeSwitchTexts = {
  theme: "Theme",
  light: "Light",
  dark: "Dark",
  system: "System",
} as const;

export const topBarTexts = {
  pages: "Pages",
  goToIdPageOrAction: "Go to an id, page or action",
} as const;

export const zoneSwitchTexts = {
  timeZone: (choice: string) => `Time zone: ${choice}`,
  allTimesIn: "All times in",
  utc: "UTC",
  localBeforeZone: "Local ",
  local: "Local",
} as const;
