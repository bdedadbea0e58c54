// Texts of resources, pinned and recorded, of what is loaded on demand.

const kindNames = {
  pools: "pools",
  sessions: "active browsers",
  invocations: "running invocations",
} as const;

export const dependentsListTexts = {
  firstPagesOnly: "of the first pages read; there may be more",
  asLastSeen: "as last seen: the API does not list them now",
  poolCounts: ({ acquired, available, size }: { acquired: string; available: string; size: string }) =>
    ` ${acquired} acquired, ${available} available of ${size}`,
  /** How complete the kinds are of which there is none. */
  reachOf: (kinds: readonly ("pools" | "sessions" | "invocations")[], reachText: string) =>
    `${kinds.length === 3 ? "All" : kinds.map((kind) => kindNames[kind]).join(" and ")} ${reachText}`.replace(
      /^./,
      (first) => first.toUpperCase(),
    ),
  idleCountedWithPool: "Idle browsers of a pool are counted with the pool",
  andMore: (count: string) => `and ${count} more`,
  poolsThatUseIt: "Pools that use it",
  activeBrowsersThatUseIt: "Active browsers that use it",
  runningInvocations: "Running invocations in these browsers",
} as const;

export const pinFormTexts = {
  pinNotSaved: (name: string) => `The pin of ${name} was not saved`,
  label: "Label",
  labelHint: "Visible to everyone. Lists and the palette find it.",
  notSaved: "Not saved",
  unpin: "Unpin",
  pin: "Pin",
  saveLabel: "Save label",
  yourLabelWasRestored: "Your unsaved label was restored.",
  startOver: "Start over",
} as const;

export const recordedResourceStateTexts = {
  neverSeen: "never seen",
  stored: "stored",
  notListedAbove: "not listed above",
  notListed: "not listed",
  listOfPools: "list of pools",
  listOfBrowsers: "list of browsers",
  browserStartedHere: "browser started here",
  browserAcquiredFromAPool: "browser acquired from a pool",
  browsersOfAnInvocation: "browsers of an invocation",
  listOfProxies: "list of proxies",
  lookUpOfTheProxy: "look-up of the proxy",
  listOfProfiles: "list of profiles",
  listOfExtensions: "list of extensions",
  lookUpOfTheProfile: "look-up of the profile",
} as const;

export const recordedResourcesTexts = {
  showMore: (hidden: string) => `Show more (${hidden})`,
  otherBrowsers: "Other browsers",
  otherPools: "Other pools",
  otherProxies: "Other proxies",
  otherProfiles: "Other profiles",
  extensions: "Extensions",
  poolsLoadThem: "Pools can load them into their browsers.",
  state: "State",
  nameOrLabel: "Name or label",
  id: "Id",
  seenIn: "Seen in",
  firstSeen: "First seen",
  lastSeen: "Last seen",
  never: "never",
  pin: "Pin",
  pinnedOrSeenEarlier: "pinned or seen earlier, not in the API's list above",
  pinnedNotOnPage: "pinned, not on the page above",
  pinnedOrInAnswers: "pinned or seen in the API's answers",
  theNewest: (most: number) => `The newest ${most}`,
  noneYet: "None yet",
  eachAppearsHere: (one: string) => `Each ${one} that the API names appears here.`,
  idOf: (noun: string) => `${noun} id`,
} as const;

export const resourceMenuTexts = {
  actionsFor: (called: string) => `Actions for ${called}`,
  rename: "Rename…",
  renameNamed: (what: string) => `Rename ${what}…`,
  delete: "Delete…",
  deleteAct: (what: string) => `Delete ${what}…`,
  deleteQuestion: (what: string, called: string) => `Delete ${what} ${called}?`,
  deleteEffect: (users: string | undefined, loss: string) =>
    `${users === undefined ? "It is not known yet what uses it." : `Used by ${users}.`} ${loss} This cannot be undone.`,
  deleteNamed: (what: string) => `Delete ${what}`,
  renamed: (noun: string) => `${noun} renamed`,
  deleted: (noun: string) => `${noun} deleted`,
} as const;
