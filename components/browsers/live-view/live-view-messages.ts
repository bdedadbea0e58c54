// Texts of the live view.

export const liveBarTexts = {
  liveView: "Live view",
  lastPicture: (time: string) => `Last picture, ${time}`,
  inControl: "in control",
  othersMayBeInControl: "Others may be in control, too",
  releaseControl: "Release control",
  takeControl: "Take control",
  dockLiveView: "Dock live view",
  floatOverLogs: "Float over logs",
  close: "Close",
  watching: "watching",
} as const;

export const liveViewTexts = {
  theLiveViewIsFloating: "The live view is floating.",
  dockHere: "Dock here",
  liveView: "Live view",
  mayBeFrozen: "The API does not answer. The live view may be frozen.",
  controlNotChanged: "Control not changed",
  resizeByArrowKeys: "Resize live view (arrow keys)",
  moveByArrowKeys: "Move live view (arrow keys)",
  notOpened: "The live view could not be opened",
  watchingIsAudited: "Watching is written to the audit.",
  watchLive: "Watch live",
  liveViewOfBrowser: (id: string) => `Live view of browser ${id}`,
} as const;

export const liveViewActsTexts = {
  floatLiveViewOverLogs: "Float live view over logs",
  dockLiveView: "Dock live view",
  closeLiveView: "Close live view",
  watchLive: "Watch live",
} as const;

export const liveViewActTexts = {
  needsOperatorRole: "Watching live needs the operator role.",
  thisBrowserHasEnded: "This browser has ended.",
  headlessHasNoLiveView: "A headless browser has no live view.",
} as const;
