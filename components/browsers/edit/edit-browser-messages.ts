// Texts of the form that changes a live browser.

export const editBrowserTexts = {
  editBrowsers: "edit browsers",
  editBrowser: (name: string) => `Edit browser ${name}`,
  hasEnded: "This browser has ended.",
  endedWhileEdited: "This browser has ended, so nothing can be saved. You can still copy what you typed.",
  saveBrowser: "Save browser",
  notSaved: "Not saved",
  browserSaved: "Browser saved",
  noChangesYet: "No changes yet.",
  runsOn: "The browser runs on.",
  closesConnections: "Another proxy closes the open connections of its pages.",
  loadsTheProfile: "The cookies and storage of the profile are added.",
  resizesTheWindow: "The window is resized at once.",
  capturesFromNowOn: "Captures from now on.",
  capturingStops: "Capturing stops.",
  profileStays: (name: string) => `Profile ${name} stays: a browser loads one profile only.`,
  tagsStay: "Cannot be edited here: one of these tags cannot be written as a line.",
  profileOnce: "Once loaded, it can no longer be changed.",
  alsoWhileWatched: "Resize also while it is watched or recorded",
} as const;
