// Texts of stuck invocations, of what is loaded on demand.

export const stuckListTexts = {
  stuckInvocations: "Stuck invocations",
  theLongestOf: ({ shown, total }: { shown: string; total: string }) => `The ${shown} longest of ${total}.`,
  running: "running ",
  invocation: "invocation",
  certain: " · certain",
} as const;
