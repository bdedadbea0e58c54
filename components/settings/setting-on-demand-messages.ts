// Texts of the settings, of what is loaded on demand.

export const apiTokenActionsTexts = {
  revoke: (name: string) => `Revoke ${name}`,
  revokeLabel: "Revoke",
  revokeApiToken: (name: string) => `Revoke API token ${name}?`,
  programsLoseAccess: "Programs that use it lose access within 5 s. This cannot be undone.",
  revokeToken: "Revoke token",
  apiTokenRevoked: "API token revoked",
} as const;

export const apiTokenColumnsTexts = {
  expired: "expired",
  soon: "soon",
  accountDisabled: "account disabled",
  accountWithoutRole: "account has no role",
  refusedBecause: (by: string) => `Refused because of the account ${by}, which created it`,
  roleNow: (role: string, now: string) => `${role}, now ${now}`,
  noMoreThanAccount: "A token can do no more than the account that created it",
  name: "Name",
  role: "Role",
  expires: "Expires",
  lastUsed: "Last used",
  accurateToTheMinute: "Accurate to the minute",
  created: "Created",
  by: (by: string) => `by ${by}, `,
  actions: "Actions",
} as const;

export const apiTokenDialogTexts = {
  enterDays: (daysMax: number) => `Enter a whole number from 1 to ${daysMax}.`,
  nameInvalid: (nameMax: number) => `Use 1 to ${nameMax} characters: a-z 0-9 . - _, such as ci-deploy.`,
  viewerReads: "Viewer: sees the fleet",
  operatorActs: "Operator: also acts on the fleet",
  adminManages: "Admin: also webhooks and schedules",
  createApiToken: "Create API token",
  whatTokenCanDo:
    "The token can do what its role can, but cannot manage accounts and tokens, download profiles or show CDP addresses.",
  createToken: "Create token",
  notCreated: "Not created",
  name: "Name",
  theAuditShowsThisName: "The audit shows this name.",
  role: "Role",
  expiresAfterInDays: "Expires after, in days",
  upTo: (daysMax: number) => `Up to ${daysMax}.`,
  apiToken: (name: string) => `API token ${name}`,
  shownOnlyOnce: "It is shown only once. Anyone with it can act with its role.",
  copyToken: "Copy token",
  iHaveStoredIt: "I have stored it",
  toTestIt: "To test it: ",
  curlCommand: (origin: string, apiAddress: string) =>
    `curl -H "Authorization: Bearer $TOKEN" ${origin + apiAddress}`,
} as const;

export const apiTokensSectionTexts = {
  tooManyTokens: (tokens: number) => `Up to ${tokens} tokens. Revoke one first.`,
  createToken: "Create token",
  apiTokens: "API tokens",
  sendTokenAs: "For programs. Send a token as ",
  authorizationBearer: "Authorization: Bearer …",
  toThisDashboardsApi: " to this dashboard's API.",
  noApiTokensYet: "No API tokens yet",
  tokensAppearHere: "Tokens appear here. A token lets a program act with a role until it expires.",
} as const;

export const capabilityTableTexts = {
  state: "State",
  operation: "Operation",
  request: "Request",
  inTheSpecification: "In the specification",
  shown: "shown",
  optional: "optional",
  operationsOfThisApi: "Operations of this API",
  noOperations: "No operations",
} as const;

export const evidenceDialogTexts = {
  evidenceSettingsSaved: "Evidence settings saved",
  evidenceSettings: "Evidence settings",
  appliesWithinSeconds: "Applies within seconds. Stored evidence stays until it expires.",
  save: "Save",
  notSaved: "Not saved",
  changedTheSettings: " changed the settings ",
  savingReplacesTheseChanges: ". Saving replaces these changes.",
} as const;

export const evidenceDraftTexts = {
  enterAName: "Enter a name.",
  useUpTo255Characters: "Use up to 255 characters.",
  enterWholeNumber: ({ least, most }: { least: string; most: string }) =>
    `Enter a whole number from ${least} to ${most}.`,
} as const;

export const evidenceExceptionsTexts = {
  application: "Application",
  pool: "Pool",
  exceptions: "Exceptions",
  applicationTakesPrecedence: "An application's exception takes precedence over its pool's.",
  tooManyExceptions: (maxExceptions: number) => `Up to ${maxExceptions} exceptions. Remove one first.`,
  addException: "Add exception",
  exception: (number: number) => `Exception ${number}`,
  for: "For",
  poolIdOrName: "Pool id or name",
  removeException: (number: number) => `Remove exception ${number}`,
} as const;

export const evidenceFieldsTexts = {
  days: "Days",
  daysHint: "Days after the last line.",
  totalInMb: "Total in MB",
  totalHint: "Compressed. Oldest deleted first.",
  oneLogInMb: "One log in MB",
  oneLogHint: "As text. Oldest lines deleted first.",
  logsAtATime: "Logs at a time",
  logsAtATimeHint: "Others wait and may miss lines.",
} as const;

export const evidencePreviewNotesTexts = {
  preview: "Preview",
  withTheseSettings: "With these settings",
  completeTheFieldsAbove: "Complete the fields above.",
} as const;
