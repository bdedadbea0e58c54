// What is wrong with the value of a field. Without a capital and a full stop: an answer of the API names the field before
// it, a form makes it a sentence.

export const fieldMessages = {
  enterName: "enter a name",
  giveReason: "give a reason",
  enterWhatHappened: "enter what happened",
  notEmpty: "must not be empty",
  noControlCharacters: "must not contain control characters",
  noControlCharactersInLines: "must not contain control characters, except line ends and tabs",
  atLeastCharacters: (count: number) => `must have at least ${count} characters`,
  atMostCharacters: (count: number) => `must have at most ${count} characters`,
  atMostBytes: (count: number) => `must have at most ${count} bytes`,
  atMostEntries: (count: number) => `must have at most ${count} entries`,
  atMostDays: (count: number) => `must be at most ${count} days`,
  wholeNumber: (least: number, most: number) => `must be a whole number from ${least} to ${most}`,
  mustBe: (what: string) => `must be ${what}`,
  evidenceRule: "must be all, failed or off",
  videoRule: "must be all or off",
  username: "1 to 64 characters: A-Z a-z 0-9 . _ @ -",
  tokenName: "use a-z, 0-9, full stops, hyphens and underscores, as in ci-deploy",
  nextCursor: "must be a next_cursor",
  liveTopic: "must be a topic of the live stream",
  liveCursor: "must be a cursor of the live stream",
  storedLogId: "must be the id of a stored log",
  failureGroup: "must be the key of a group of failures",
  queryString: "must be an encoded query string",
  notEncodedValues: "is not encoded as values between commas",
  oneOwner: "exactly one of session_id, invocation_id and topic is needed",
  rangeEnd: "must be after from_ms, by up to 31 days",
  appOrPool: "must name either an app or a pool",
  hasException: "already has an exception",
  ruleOfOneKind: (kinds: string) => `must have a rule for at least one of ${kinds}`,
  envVarName: "A name has letters, digits and _ only, and does not start with a digit.",
  envVarNameLength: (count: number) => `A name has at most ${count} characters.`,
} as const;

/** What is wrong with a path inside an instance. */
export const pathMessages = {
  absolute: "must be an absolute path, starting with /",
  noNul: "must not contain NUL",
  noDoubleSlash: "must not contain //",
  noParent: "must not contain ..",
  atMostBytes: (count: number) => `must have at most ${count} bytes`,
} as const;
