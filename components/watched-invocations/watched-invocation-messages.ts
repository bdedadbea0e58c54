// Texts of watched invocations.

export const endAlertsTexts = {
  invocation: "Invocation",
  isGone: "is gone",
  noLongerKnown: "The API no longer knows this invocation.",
  watchedEnded: (count: number) => `${count} watched ${count === 1 ? "invocation" : "invocations"} ended`,
} as const;

export const watchAlertSwitchesTexts = {
  notificationsBlocked: "Your browser blocks notifications from this site. Allow them in its settings.",
  notificationsUnsupported: "Your browser cannot show notifications on this address.",
  notificationsNotAllowed: "Notifications were not allowed.",
  sound: "Sound",
  notification: "Notification",
} as const;

export const watchButtonTexts = {
  thisInvocationHasEnded: "This invocation has ended.",
  noLongerKnown: "The API no longer knows this invocation.",
  tooManyWatched: (pinnedLimit: number) =>
    `${pinnedLimit} invocations are already watched. Remove one first.`,
  stopWatching: "Stop watching",
  watchInvocation: "Watch invocation",
  watching: "Watching",
  watch: "Watch",
} as const;

export const watchRowTexts = {
  invocation: "Invocation",
  endedNotSeenYet: ", ended, not seen yet",
  noLongerKnown: "The API no longer knows this invocation",
  notUpToDate: " · not up to date",
  stopWatching: (action: string | undefined, id: string) => `Stop watching ${action ?? "invocation"} ${id}`,
} as const;

export const watchTrayTexts = {
  watchedInvocations: "Watched invocations",
  watched: "Watched",
  ended: (count: number) => `${count} ended`,
  markSeen: "Mark as seen",
} as const;

export const hiddenFailuresNoteTexts = {
  failed: (count: string) => `${count} failed`,
} as const;
