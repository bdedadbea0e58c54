// Who may do what: every operation the dashboard offers, once. An operation that is not here has no route.
// Anything that changes something, or shows what only a working operator needs, is for operators.

import type { ownOperations } from "../../bff/operations.ts";
import type { Role } from "../../bff/operator.ts";
import type { OperationId } from "../../contract/operations.ts";

type OwnOperationId = keyof typeof ownOperations;

export const operationRoles = {
  createInvocation: "operator",
  listInvocations: "viewer",
  retrieveInvocation: "viewer",
  updateInvocation: "operator",
  listInvocationBrowsers: "viewer",
  listBrowsers: "viewer",
  createBrowser: "operator",
  retrieveBrowser: "viewer",
  deleteBrowser: "operator",
  listReplays: "viewer",
  startReplay: "operator",
  downloadReplay: "operator",
  stopReplay: "operator",
  retrieveProcessStatus: "viewer",
  killProcess: "operator",
  listFiles: "viewer",
  retrieveFileInfo: "viewer",
  readFile: "operator",
  downloadDirectoryZip: "operator",
  moveFile: "operator",
  uploadBrowserExtensions: "operator",
  listProxies: "viewer",
  retrieveProxy: "viewer",
  checkProxy: "operator",
  listPools: "viewer",
  retrievePool: "viewer",
  acquireBrowser: "operator",
  releaseBrowser: "operator",
  flushPool: "operator",
  updatePool: "operator",
  listProfiles: "viewer",
  retrieveProfile: "viewer",
  downloadProfile: "operator",
  listApps: "viewer",
  openLiveView: "operator",
  readAttention: "viewer",
  readSessionOrigin: "viewer",
  readProcessSamples: "viewer",
  readPoolHistory: "viewer",
  searchRunHistory: "viewer",
  readRunSeries: "viewer",
  readTimeline: "viewer",
  exportTimeline: "operator",
  createMark: "operator",
  deleteMark: "operator",
  retrieveRecorder: "viewer",
  readActionInsight: "viewer",
  readFailureInsight: "viewer",
  setFailureGroup: "operator",
  readSpike: "viewer",
  listInventory: "viewer",
  pinInventory: "operator",
  unpinInventory: "operator",
  readProxyHistory: "viewer",
  readProxyBlast: "viewer",
  readProfileUses: "viewer",
  readUsedProfiles: "viewer",
  readProxySchedule: "viewer",
  setProxySchedule: "admin",
  readPoolInsight: "viewer",
  readPoolAcquired: "viewer",
  setPoolRate: "operator",
  listAlerts: "viewer",
  closeAlert: "operator",
  listAlertRules: "viewer",
  createAlertRule: "operator",
  updateAlertRule: "operator",
  deleteAlertRule: "operator",
  muteAlertRule: "operator",
  testAlertRule: "operator",
  // What leaves the network is for admins to point somewhere.
  listWebhooks: "operator",
  createWebhook: "admin",
  updateWebhook: "admin",
  deleteWebhook: "admin",
  rotateWebhookSecret: "admin",
  testWebhook: "operator",
  listDeliveries: "operator",
  watchLive: "viewer",
  retrieveSession: "viewer",
  signOut: "viewer",
  retrieveConnection: "viewer",
  listAudit: "operator",
  // A viewer keeps views of their own; the handlers ask more for shared ones.
  listViews: "viewer",
  createView: "viewer",
  updateView: "viewer",
  deleteView: "viewer",
  updatePreference: "viewer",
  livez: "public",
  readyz: "public",
} as const satisfies Partial<Record<OperationId | OwnOperationId, Role | "public">>;

const table: ReadonlyMap<string, Role | "public"> = new Map(Object.entries(operationRoles));

/** The role an operation needs; throws when a route was written for one that the table does not name. */
export function roleFor(operationId: string): Role | "public" {
  const role = table.get(operationId);
  if (role === undefined)
    throw new Error(`Name ${operationId} in lib/server/routes/roles.ts with the role it needs.`);
  return role;
}
