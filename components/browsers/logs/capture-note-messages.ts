// Texts of a live browser that captures nothing of a view.

export const captureNoteTexts = {
  editBrowsers: "edit browsers",
  capturesNone: (nouns: string) => `This browser captures no ${nouns}.`,
  capture: (nouns: string) => `Capture ${nouns}…`,
} as const;
