// The role needed for every operation of the dashboard; an operation that is missing here has no route. Operations that
// change something, or expose the content of sessions, need at least the role operator, except for a viewer's own data.

import type { ownOperations } from "../../bff/operations/operations.ts";
import type { Role } from "../../bff/roles.ts";
import type { OperationId } from "../../contract/operations/operations.ts";

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
  listRecordedBrowsers: "viewer",
  readProcessSamples: "viewer",
  // As reading a file of a session.
  readStoredLines: "operator",
  searchLogs: "operator",
  deleteStoredLog: "operator",
  exportEvidence: "operator",
  listStoredLogs: "viewer",
  // As well: a picture shows what a file of the session may have.
  listPictures: "operator",
  lastPictures: "operator",
  readPicture: "operator",
  deletePictures: "operator",
  retrieveEvidence: "viewer",
  previewEvidence: "operator",
  setEvidenceSettings: "operator",
  resetEvidenceSettings: "operator",
  readPoolHistory: "viewer",
  searchInvocationHistory: "viewer",
  readInvocationSeries: "viewer",
  readTimeline: "viewer",
  exportTimeline: "operator",
  createAnnotation: "operator",
  deleteAnnotation: "operator",
  retrieveRecorder: "viewer",
  readActionInsight: "viewer",
  readFailureInsight: "viewer",
  setFailureGroup: "operator",
  readSimilarFailures: "viewer",
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
  // Only admins decide where data leaves the network.
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
  // A viewer may save personal views; the handlers require more for shared ones.
  listViews: "viewer",
  createView: "viewer",
  updateView: "viewer",
  deleteView: "viewer",
  updatePreference: "viewer",
  livez: "public",
  readyz: "public",
} as const satisfies Partial<Record<OperationId | OwnOperationId, Role | "public">>;

const table: ReadonlyMap<string, Role | "public"> = new Map(Object.entries(operationRoles));

/** The role an operation needs; throws for an operation that is missing in the table. */
export function roleFor(operationId: string): Role | "public" {
  const role = table.get(operationId);
  if (role === undefined)
    throw new Error(`Add ${operationId} to lib/server/auth/operation-roles.ts with the role it needs.`);
  return role;
}
