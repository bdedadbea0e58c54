// Texts of resources, pinned and recorded.

export const formatDependentsTexts = {
  activeBrowser: "active browser",
  runningInvocation: "running invocation",
  atLeast: ", at least",
  asLastSeen: ", as last seen",
} as const;

export const goneBadgeTexts = {
  gone: "gone",
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
