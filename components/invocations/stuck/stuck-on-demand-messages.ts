// Texts of stuck invocations, of what is loaded on demand.

export const stuckListTexts = {
  stuckInvocations: "Stuck invocations",
  theLongestOf: (count: string, count2: string) => `The ${count} longest of ${count2}.`,
  running: "running ",
  invocation: "invocation",
  certain: " · certain",
} as const;
