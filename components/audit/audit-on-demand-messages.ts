// Texts of the audit, of what is loaded on demand.

export const actSheetTexts = {
  allActsByThisPerson: "All acts by this person",
  theObjectsId: "the object's id",
  allSuchActs: "All acts of this kind",
  requestId: "request id",
  objectId: "object id",
  open: (kind: string) => `Open ${kind === "session" ? "browser" : kind}`,
  allActsOnThisObject: "All acts on this object",
  requestRecordedAndSent: "Request recorded and sent",
  answered: "Answered",
  noAnswer: "No answer",
  refused: "Refused",
  recorded: "Recorded",
  phases: "Phases",
  row: (seq: number) => `row ${seq}`,
} as const;
