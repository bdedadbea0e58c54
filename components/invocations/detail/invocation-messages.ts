// Texts of the page of an invocation.

export const invocationViewTexts = {
  invocation: "Invocation",
  invocationIsNotKnown: "This invocation is not known",
  invocationDoesNotExist: "This invocation does not exist",
  idWrongOrGone: "The id is wrong, or the API no longer has it.",
  noLongerExists: "This invocation no longer exists",
  allInvocations: "All invocations",
  invocationNotLoaded: "The invocation could not be loaded",
} as const;
