// Which calls of the dashboard's operations are recorded in the audit.
import type { operationRoles } from "./operation-roles.ts";

/**
 * none: no record. each: every call, one row before it and one with its outcome. opening: the first call of a sign-in for
 * a target, in the same two rows, and again after ten minutes without one.
 */
export type AuditRule = "none" | "each" | "opening";

/** Operations that differ from the rule that every method but GET is recorded. */
const exceptions: { readonly [Id in keyof typeof operationRoles]?: AuditRule } = {
  // Content that leaves the dashboard.
  readFile: "each",
  downloadDirectoryZip: "each",
  downloadProfile: "each",
  exportEvidence: "each",
  exportActs: "each",
  // A player sends many requests for one video.
  downloadReplay: "opening",
  // A page shows many pictures of one browser.
  listPictures: "opening",
  lastPictures: "opening",
  readPicture: "opening",
  // Writes its own row, after the sign-in has ended.
  signOut: "none",
  // Only the operator's own display.
  updatePreference: "none",
  // Each act that it calls is recorded as that act.
  callMcp: "none",
  // Changes nothing.
  previewEvidence: "none",
};

const table: ReadonlyMap<string, AuditRule> = new Map(Object.entries(exceptions));

/** How calls of an operation are recorded in the audit. */
export const auditRuleOf = ({ id, method }: { id: string; method: string }): AuditRule =>
  table.get(id) ?? (method === "GET" ? "none" : "each");

/** Operations that are one act to whoever reads the audit. */
const sameAct: { readonly [Id in keyof typeof operationRoles]?: keyof typeof operationRoles } = {
  lastPictures: "listPictures",
  readPicture: "listPictures",
};

const actions: ReadonlyMap<string, string> = new Map(Object.entries(sameAct));

/** The name of an operation in the audit. */
export const auditActionOf = (id: string): string => actions.get(id) ?? id;

/** For routes that audit in one way only: throws when the table has another rule for their operation. */
export function requireAuditRule(operation: { id: string; method: string }, rule: AuditRule): void {
  const listed = auditRuleOf(operation);
  if (listed !== rule)
    throw new Error(
      `${operation.id} is audited by the rule ${rule}: say so in lib/server/auth/operation-audit.ts.`,
    );
}
