// Texts of forms.

export const formDialogTexts = {
  changesRestored: "Your unsaved changes were restored.",
  restoredWithoutSecrets: "Your unsaved changes were restored, without secrets and files. Enter those again.",
  changedSince: (fields: string) =>
    `Changed by others since you began: ${fields}. Saving replaces these changes.`,
  startOver: "Start over",
  discardYourChanges: "Discard your changes?",
  keepEditing: "Keep editing",
  discard: "Discard",
  reason: "Reason",
  writtenToTheAudit: "Written to the audit.",
} as const;

export const renameDialogTexts = {
  rename: (what: string, present: string) => `Rename ${what} ${present}`,
  renameAct: (what: string) => `Rename ${what}`,
  notRenamed: "Not renamed",
  name: "Name",
} as const;

export const typedValuesTexts = {
  enterWholeNumber: ({ min, max }: { min: number; max: number }) =>
    `Enter a whole number from ${min} to ${max}.`,
} as const;

export const formDialogDraftTexts = {
  withoutADraft: "without a draft",
} as const;
