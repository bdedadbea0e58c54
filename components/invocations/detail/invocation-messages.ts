// Texts of the page of an invocation.

export const invocationViewTexts = {
  invocation: "Invocation",
  invocationIsNotKnown: (id: string) => `Invocation ${id} is not known`,
  invocationDoesNotExist: (id: string) => `Invocation ${id} does not exist`,
  allInvocations: "All invocations",
  invocationCouldNotLoaded: "The invocation could not be loaded",
} as const;
