// Texts of alerts, their rules and webhooks.
import { formatCount } from "@/lib/format/numbers";

export const alertColumnsTexts = {
  resolved: "resolved",
  muted: "muted",
  firing: "firing",
  noData: "no data",
  noDataFor: "no data for ",
  lastMessage: (message: string) => ` · last: ${message}`,
  conditionCleared: "condition cleared",
  objectDeleted: "object deleted",
  closedByAnOperator: "closed by an operator",
  ruleEdited: "rule edited",
  ruleTurnedOff: "rule turned off",
  ruleDeleted: "rule deleted",
  state: "State",
  what: "What",
  rule: "Rule",
  fired: "Fired",
  now: "Now",
  mutedUntil: "Muted until",
  actions: "Actions",
  whenItFired: "When it fired",
  lasted: "Lasted",
  reason: "Reason",
  closedBy: (by: string, note: string) => `closed by ${by}: ${note}`,
} as const;

export const alertTableTexts = {
  openAlerts: "Open alerts",
  pastAlerts: "Past alerts",
  noOpenAlerts: "No open alerts",
  noPastAlerts: "No past alerts",
  mostSevereOnly: (count: number) => `The ${count} most severe only.`,
  showOlder: "Show older alerts",
} as const;

export const alertsViewTexts = {
  alerts: "Alerts",
  evaluatedOnHistory: "Rules are evaluated on the dashboard's history",
  rulesNotEvaluatedYet: "rules not evaluated yet",
  newRule: "Add rule…",
  newAlertRule: "Add alert rule…",
  more: "More",
  addStarterAlerts: "Add starter alerts",
  apiRulesSuspended: (failure = "does not answer") =>
    `The API ${failure}. Rules on its data neither fire nor clear.`,
  open: "Open",
  rules: "Rules",
  history: "History",
  webhooks: "Webhooks",
} as const;

export const closeAlertTexts = {
  closableAfter: (noDataMs: number) => `It can be closed after ${noDataMs} s without data.`,
  close: (name: string) => `Close ${name}`,
  closeAlertOn: (name: string) => `Close alert on ${name}?`,
  effect: (notified: boolean) =>
    `It has no data now. ${notified ? "Its webhooks are notified that it ended. " : ""}It fires again when data shows the problem.`,
  closeAlert: "Close alert",
} as const;

export const muteMenuTexts = {
  wasNotMuted: (name: string) => `${name} was not muted`,
  wasNotUnmuted: (name: string) => `${name} was not unmuted`,
  mute: (name: string) => `Mute ${name}`,
  muteFor: "Mute for",
  mutedFor: (label: string) => `muted for ${label}`,
  unmute: "Unmute",
  ruleIsMuted: "Its rule is muted. Unmute it in Rules.",
} as const;

export const noRulesTexts = {
  noRulesYet: "No rules yet",
  addStarterAlerts: "Add starter alerts",
  rulesExplained:
    "A rule fires an alert, here and by webhook. The starter alerts: pool cannot fill, high failure share, proxy down, nothing recorded.",
} as const;

export const ruleActionsTexts = {
  edit: (name: string) => `Edit ${name}`,
  delete: (name: string) => `Delete ${name}`,
  deleteRule: (name: string) => `Delete rule ${name}?`,
  firesNoMoreAlerts: "It fires no more alerts. Past alerts stay in the history.",
  openAlertsEnd: (firing: number, notified: boolean) =>
    `${firing} open ${firing === 1 ? "alert ends" : "alerts end"}${notified ? ", and the webhooks are notified" : ""}.`,
  deleteRuleLabel: "Delete rule",
} as const;

export const ruleColumnsTexts = {
  off: "off",
  firing: (of: number) => `${formatCount(of)} firing`,
  noData: (of: number) => `${formatCount(of)} no data`,
  pending: (of: number) => `${formatCount(of)} pending`,
  notEvaluatedYet: "not evaluated yet",
  nothingToWatch: "nothing to watch",
  unknown: "unknown",
  ok: (count: string) => `${count} ok`,
  state: "State",
  rule: "Rule",
  signal: "Signal",
  notified: "Notified",
  dashboardOnly: "dashboard only",
  notifies: ({ webhooks, off }: { webhooks: number; off: number }) =>
    `here, ${webhooks} ${webhooks === 1 ? "webhook" : "webhooks"}${off === 0 ? "" : off === webhooks ? ", off" : `, ${off} off`}`,
  mutedUntil: "Muted until",
  actions: "Actions",
} as const;

export const addStartersTexts = {
  noAlertAdded: "No alert added",
  allStarterAlertsExist: "All starter alerts exist.",
  starterAlertsAdded: "Starter alerts added",
  starterAlertsNotAdded: "Starter alerts not added",
} as const;
