// Texts of alerts, their rules and webhooks, of what is loaded on demand.
import { webhookLimits } from "@/lib/bff/webhooks";

export const alertBellButtonTexts = {
  openAlerts: "Open alerts",
  allAlerts: "All alerts",
  alertsCouldNotBeLoaded: "Alerts could not be loaded.",
  loading: "Loading…",
  fired: (ruleName: string) => `${ruleName} · fired `,
  moreMuted: (open: number) => `${open} more muted.`,
} as const;

export const deliveryColumnsTexts = {
  /** `count`: `1 of 16`. */
  attemptsOf: ({ count, event, title }: { count: string; event: string; title: string }) =>
    `${count} attempts, ${event}, ${title}`,
  notTriedYet: "not tried yet",
  waiting: "waiting",
  delivered: "delivered",
  failed: "failed",
  state: "State",
  event: "Event",
  alert: "Alert",
  lastAttempt: "Last attempt",
  attempts: "Attempts",
  next: "Next attempt",
  queued: "Queued",
  answered: (status: number | null | undefined) => `answered ${status ?? "nothing"}`,
  answerAfter: (answer: string, duration: string) => `${answer} in ${duration}`,
} as const;

export const ruleDialogTexts = {
  ruleAdded: "Rule added",
  ruleSaved: "Rule saved",
  edit: (name: string) => `Edit ${name}`,
  addRule: "Add rule",
  saveRule: "Save rule",
  notSaved: "Not saved",
  ruleChanged: "This rule was changed ",
  savingReplacesTheseChanges: ". Saving replaces these changes.",
  ruleDeleted: "This rule was deleted. Your changes can no longer be saved.",
} as const;

export const ruleDraftTexts = {
  application: "Application",
  action: "Action",
  failedPercent: "Failed, % or more",
  windowMinutes: "Window in minutes",
  minimumNumberOfInvocations: "Minimum number of invocations",
  openLongerThanMinutes: "Open longer than, in minutes",
  orTimesItsP99: "Or longer than this many times its p99",
  enterOneLimit: "Enter minutes, a multiple of the p99, or both.",
  forAtLeastMinutes: "For at least, in minutes",
  pool: "Pool",
  emptyWithinMinutes: "Empty within, in minutes",
  failedChecksInARow: "Failed checks in a row",
  proxy: "Proxy",
  flapScore: "Flap score, 0 to 100",
  nameInvalid: "Enter a name of up to 80 characters.",
  targetTooLong: "Use up to 255 characters.",
} as const;

export const ruleFieldsTexts = {
  emptyAllApplications: "Empty: all applications.",
  emptyAllActions: "Empty: all actions.",
  emptyAllPools: "Empty: all pools.",
  emptyAllProxies: "Empty: all proxies.",
  forAtLeastSeconds: "For at least, in seconds",
  beforeItFires: "Before it fires.",
  clearForAtLeastSeconds: "Clear for at least, in seconds",
  beforeItEnds: "Before it ends.",
  remindEveryHours: "Remind every, in hours",
  signal: "Signal",
  more: "More",
  name: "Name",
  rule: "Rule",
  unknownHint: "Not known. The rule does nothing until it exists.",
  zeroNever: "0: never.",
} as const;

export const ruleTargetsTexts = {
  webhooks: "Webhooks",
  noWebhooksYet: "No webhooks yet. Alerts are shown in the dashboard only.",
  off: (origin: string) => `${origin}, off`,
} as const;

export const ruleTrialTexts = {
  testResult: "Test result",
  completeTheConditionFirst: "Complete the condition first.",
  testNow: "Test now",
  testHint: "Tests the condition now. Nobody is notified.",
  notTested: "Not tested",
  nothingToTest: "There is nothing to test now.",
  bad: "bad",
  between: "between",
  unknown: "unknown",
  clear: "clear",
} as const;

export const secretDialogTexts = {
  secretOf: (name: string) => `Secret of ${name}`,
  shownOnlyOnce: "It is shown only once. Give it to the receiver. Anyone with it can sign as this dashboard.",
  copySecret: "Copy secret",
  iHaveStoredIt: "I have stored it",
  verifySignature: "Requests are signed with Standard Webhooks. Verify ",
  byLibraryOrCompare: " with one of its libraries, or compare it with ",
  base64OfHmac: " and the base64 of the HMAC-SHA256 of ",
  rawBodyAndKey: " and the raw body, joined by full stops. The key is the base64 after ",
  whsec: "whsec_",
  decodedAndWarnings: ", decoded. Refuse old timestamps. A message may arrive twice with the same id.",
} as const;

export const webhookActionsTexts = {
  notChanged: (name: string) => `${name} not changed`,
  thisWebhookIsOff: "This webhook is off.",
  sendATestTo: (name: string) => `Send a test to ${name}`,
  sendingATestTo: (name: string) => `Sending a test to ${name}`,
  testDeliveredTo: (name: string) => `Test delivered to ${name}`,
  testNotAcceptedBy: (name: string) => `${name} did not accept the test`,
  triedAgain: (attempt: string) => `${attempt}. It is tried again.`,
  testWaits: (name: string) => `Test to ${name} not sent yet`,
  noReplicaSends: "No replica of the dashboard sends alerts now. It is sent once one does.",
  test: "Test",
  edit: (name: string) => `Edit ${name}`,
  turnOnOrOff: (name: string, enabled: boolean) => `Turn ${name} ${enabled ? "off" : "on"}`,
  replaceSecretOf: (name: string) => `Replace secret of ${name}`,
  delete: (name: string) => `Delete ${name}`,
  confirmReplaceSecret: (name: string) => `Replace secret of ${name}?`,
  oldSecretStopsWorkingNow:
    "The old secret stops working now. The receiver refuses messages until it has the new one.",
  replaceSecret: "Replace secret",
  deleteWebhook: (name: string) => `Delete webhook ${name}?`,
  nothingMoreSent: "Nothing more is sent there. Its delivery log is deleted.",
  waitingNotSent: (waiting: number) =>
    `${waiting} waiting ${waiting === 1 ? "message is" : "messages are"} not sent. Its delivery log is deleted.`,
  deleteWebhookLabel: "Delete webhook",
} as const;

export const webhookColumnsTexts = {
  state: "State",
  off: "off",
  failed: (count: string) => `${count} failed`,
  on: "on",
  webhook: "Webhook",
  to: "To",
  waiting: "Waiting",
  delivered: "Delivered",
  actions: "Actions",
} as const;

export const webhookDialogTexts = {
  enterAName: "Enter a name.",
  addressInvalid: "Enter an address such as https://hooks.example.com/x.",
  addWebhook: "Add webhook",
  publicAddressOnly: "Alerts are sent to a public https address. Redirects are not followed.",
  notAdded: "Not added",
  name: "Name",
  address: "Address",
  addressHint: "Stored encrypted. Only its host is shown later.",
} as const;

export const webhookEditTexts = {
  webhookSaved: "Webhook saved",
  edit: (name: string) => `Edit ${name}`,
  secretAndLogStay: "The secret and the delivery log stay the same.",
  saveWebhook: "Save webhook",
  notSaved: "Not saved",
  name: "Name",
  newAddress: "New address",
  emptyStaysAt: (origin: string) => `Empty: stays at ${origin}/…`,
  waitingToTheNewAddress: (waiting: number) =>
    `${waiting} waiting ${waiting === 1 ? "message goes" : "messages go"} to the new address.`,
  sending: "Sending",
  webhookDeleted: "This webhook was deleted. Your changes can no longer be saved.",
} as const;

export const webhooksTabTexts = {
  notForYourRole: "Not for your role",
  addWebhook: "Add webhook",
  howAlertsAreSent: `JSON, signed with HMAC-SHA256, sent to public https addresses, up to ${webhookLimits.attempts} tries in two hours.`,
  webhooks: "Webhooks",
  noWebhooksYet: "No webhooks yet",
  webhooksAppearHere: "Webhooks appear here. A webhook sends alerts to your team's tools.",
  recentlySent: "Recently sent",
  deliveries: "Deliveries",
  nothingSentYet: "Nothing sent yet",
  newest50Only: "Newest 50 only.",
} as const;
