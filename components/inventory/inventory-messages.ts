// Texts of resources, pinned and recorded.

export const formatDependentsTexts = {
  activeBrowser: "active browser",
  runningInvocation: "running invocation",
  atLeast: ", at least",
  asLastSeen: ", as last seen",
} as const;

export const resourceTroubleTexts = {
  gone: "gone",
  down: "down",
} as const;

export const pinBadgeTexts = {
  pinned: " pinned",
} as const;

export const pinButtonTexts = {
  loading: "Loading…",
  pinned: "Pinned",
  pin: "Pin",
  pinNamed: (name: string) => `Pin ${name}`,
} as const;

export const proxyCheckTexts = {
  available: "available",
  isAvailable: (name: string) => `${name} is available`,
  availableAnsweredFrom: (ipAddress: string) => `available · answered from ${ipAddress}`,
  usedBy: (dependents: string, reachSuffix: string) => `; used by ${dependents}${reachSuffix}`,
  isUnavailable: (name: string) => `${name} is unavailable`,
  noValidAnswerThroughIt: (dependents: string) => `No valid answer through it${dependents}`,
  wasChecked: (name: string) => `${name} was checked`,
  theApiAnsweredWithStatus: (status: string | null | undefined) =>
    `The API answered with status ${status ?? "unknown"}.`,
} as const;
