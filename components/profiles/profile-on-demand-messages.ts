// Texts of profiles, of what is loaded on demand.

export const countsTableTexts = {
  showMore: (count: string) => `Show ${count} more`,
  ofShown: ({ shown, total }: { shown: string; total: string }) => `${shown} of ${total} shown`,
  andMore: (count: string) => `and ${count} more`,
} as const;

export const createProfileDialogTexts = {
  profileCreated: "Profile created",
  createProfile: "Create profile",
  notCreated: "Not created",
  emptyUntilSaved: "The profile is empty until a browser saves changes to it.",
  name: "Name",
} as const;

export const inspectProfileButtonTexts = {
  inspect: (name: string) => `Inspect ${name}`,
  inspectLabel: "Inspect",
} as const;

export const inspectProfileTexts = {
  stopped: "Stopped.",
  inspect: (reason: string) => `Inspect: ${reason}`,
  contentsOfProfile: (name: string) => `Contents of profile ${name}`,
  countsOnly: (bytes: string) => `Counts from ${bytes}. No values are shown or stored.`,
  inspectProfile: (name: string) => `Inspect profile ${name}?`,
  downloadsSavedStateIntoPage:
    "Downloads the saved state into this page and counts cookies and site data. No values are shown or stored. The download is written to the audit.",
  inspectLabel: "Inspect",
} as const;

export const profileMenuTexts = {
  renameProfiles: "rename profiles",
  savedStateIsLost:
    "Its saved state, such as cookies, is lost, and browsers that use it save no more changes.",
  deleteProfiles: "delete profiles",
} as const;

export const profileNameRuleTexts = {
  nameInvalid: "Use 1 to 255 characters without / \\ % ? or #.",
} as const;

export const profileSheetTexts = {
  noLongerExists: "This profile no longer exists",
  notFound: "Not found",
  noProfileHasIdOrName: "No profile has the id or name ",
  caseAndSpacesMatter: ". Case and spaces matter.",
  apiCannotLookUpProfiles: "This API cannot look up profiles",
  canStillDownload: "You can still download the saved state.",
  allFields: "All fields",
  usedBy: "Used by",
  profileId: "profile id",
  name: "Name",
  id: "Id",
  created: "Created",
  updated: "Updated",
  lastUsed: "Last used",
} as const;

export const readStateTexts = {
  savedStateTooLarge: (bytes: string) =>
    `The saved state is larger than ${bytes}, too large to inspect here. Download it instead.`,
  fileNotRead: "The file could not be read.",
} as const;

export const stateCountsViewTexts = {
  cookies: "Cookies",
  cookiesOfDomains: ({ cookies, domains }: { cookies: string; domains: string }) =>
    `${cookies} ${cookies === "1" ? "cookie" : "cookies"} of ${domains} ${domains === "1" ? "domain" : "domains"}`,
  cookiesPerDomain: "Cookies per domain",
  domain: "Domain",
  session: "Session",
  expired: "Expired",
  secure: "Secure",
  siteData: "Site data",
  originsWithSiteData: (count: string) => `${count} ${count === "1" ? "origin" : "origins"} with site data`,
  entriesPerOrigin: "Entries per origin",
  origin: "Origin",
  entries: "Entries",
  unreadableEntriesAreNotCounted: (count: string) =>
    `${count} unreadable ${count === "1" ? "entry is" : "entries are"} not counted. `,
  notCounted: (others: string) => `Not counted: ${others}.`,
} as const;

export const stateCountsTexts = {
  notASavedState: "The file is not a saved browser state: it is not a JSON object.",
  noDomain: "no domain",
} as const;

export const stateWorkerTexts = {
  fileNotValidJson: "The file is not valid JSON. It may be in a newer format.",
} as const;
