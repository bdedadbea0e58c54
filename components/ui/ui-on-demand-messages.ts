// Texts of elements of the interface, of what is loaded on demand.

export const confirmDialogViewTexts = {
  inProgress: "In progress.",
  notDone: (act: string) => `Not done: ${act}`,
} as const;

export const typedFieldTexts = {
  wordToType: "confirm",
  typeFirst: (typed: string) => `Type ${typed} first.`,
  type: "Type ",
  toConfirm: " to confirm",
} as const;

export const reasonFieldTexts = {
  reason: "Reason",
  giveAReason: "Give a reason. It is written to the audit.",
  yourReasonWasRestored: "Your reason was restored.",
} as const;

export const dialogViewTexts = {
  text: "Text",
  close: "Close",
  inProgress: "In progress.",
} as const;

export const sheetViewTexts = {
  close: "Close",
} as const;

export const toastViewTexts = {
  notices: "Notices",
} as const;
