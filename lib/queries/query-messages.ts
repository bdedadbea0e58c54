// Texts of requests to the dashboard that failed.

export const bffTexts = {
  mayBeDone: (message: string) => `${message} It may have been done: check before you try again.`,
  answeredStatus: (status: number) =>
    `The dashboard, or a proxy before it, answered with status ${status}. Try again.`,
  cannotBeReached: "The dashboard cannot be reached.",
  connectionBrokeOff: "The connection to the dashboard broke off.",
  answerCannotBeRead: (fault: string) => `The dashboard's answer cannot be read: ${fault}. Reload the page.`,
  doneButUnreadable: "It was done, but the dashboard's answer cannot be read. Reload the page.",
  unknownFault: "unknown fault",
  expectedList: "expected a list",
  expectedObject: "expected an object",
  isMissing: "is missing",
  itIsMissing: "it is missing",
  tooLargeToList: "is too large to be listed; open it by its id",
  pageLeft: "Not sent: you left the page.",
  downloadBrokeOff: "The download broke off; nothing was saved.",
} as const;

export const actQueryTexts = {
  deployedButUnreadable: "It was deployed, but the answer cannot be read.",
  deploymentLogBrokeOff: "The log broke off. The deployment may still be in progress.",
  outputBrokeOff: "The output broke off. The command may still be running.",
  isTaken: (path: string) => `${path} is there already`,
  actionNotReported: "The API did not report this invocation's application, version and action.",
  newInvocationNotNamed: "It was invoked, but the answer does not name the new invocation.",
} as const;
