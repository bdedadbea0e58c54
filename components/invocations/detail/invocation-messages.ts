// Texts of the page of an invocation.

export const invocationViewTexts = {
  invocation: "Invocation",
  invocationIsNotKnown: "This invocation is not known",
  invocationDoesNotExist: "This invocation does not exist",
  allInvocations: "All invocations",
  invocationCouldNotLoaded: "The invocation could not be loaded",
} as const;
