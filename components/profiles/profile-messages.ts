// Texts of profiles.

export const createProfileTexts = {
  createProfiles: "create profiles",
  createProfile: "Create profile…",
} as const;

export const downloadProfileButtonTexts = {
  downloadStopped: "Download stopped. Nothing was saved.",
  download: (name: string) => `Download ${name}`,
  downloadLabel: "Download",
  downloadProfile: (name: string) => `Download profile ${name}?`,
  fileContainsSignIns:
    "The file contains cookies and site data, including live sign-ins. Anyone with it can act as those accounts. Store it like a password.",
  downloaded: (name: string) => `${name} downloaded`,
} as const;

export const profileColumnsTexts = {
  name: "Name",
  unnamed: "unnamed",
  id: "Id",
  profileId: "profile id",
  usedBy: "Used by",
  usedByHint: "Pools and active browsers that use this profile.",
  created: "Created",
  updated: "Updated",
  lastUsed: "Last used",
  savedState: "Saved state",
} as const;

export const profileLookUpTexts = {
  enterIdOrName: "Enter an id or a name.",
  nameInvalid: (message: string | undefined) => `A name ${message ?? "is not valid"}.`,
  profileIdOrName: "Profile id or name",
  idOrExactName: "Id or exact name",
  lookUp: "Look up",
} as const;

export const profilesViewTexts = {
  lookUp: (data: string) => `Look up “${data}”`,
  profiles: "Profiles",
  fromApiList: "From the API's list of profiles. ",
  searchProfiles: "Search profiles",
  apiDoesNotListProfiles: "This API does not list profiles",
  lookOneUpAbove: "Look one up by its id or exact name above.",
  noProfilesYet: "No profiles yet",
  profilesAppearHere:
    "Profiles appear here. A profile stores a browser's cookies and site data for the next browser.",
} as const;

export const transferProgressTexts = {
  counting: (bytes: string) => `Counting ${bytes}`,
  stop: "Stop",
  received: (received: string, whole: string | undefined) =>
    `${received}${whole === undefined ? "" : ` of ${whole}`} received`,
} as const;

export const usedByTexts = {
  activeBrowsers: (count: string) => `${count} active ${count === "1" ? "browser" : "browsers"}`,
  asLastSeen: "as last seen where the API has no list",
  amongFirstRead: "among the first pools and browsers read",
  usersCouldNotBeLoaded: "What uses them could not be loaded.",
  usersCounted: "Counted ",
  notKnown: "not known",
  noneKnown: "none known",
  andMore: (count: string) => ` and ${count} more`,
} as const;
