// Who may read the topics of the live stream, and which openings are recorded in the audit. A topic of `lib/bff/live.ts`
// that is missing here does not compile.

import { pathForAudit } from "../../bff/instance-path.ts";
import { parseLogTopic, type Topic, type TopicKind, topicKind } from "../../bff/live.ts";
import { hasRole, type Role } from "../../bff/roles.ts";
import type { AuditRule } from "./operation-audit.ts";
import { operationRoles } from "./operation-roles.ts";

interface TopicAccess {
  role: Role;
  /** none, or opening: the rows have the name of `operation`. */
  audit: Extract<AuditRule, "none" | "opening">;
  /** The operation that reads the same. */
  operation: keyof typeof operationRoles;
}

/** The topic `path` is any file of a session, read line by line: it needs what `readFile` needs. */
export const topicAccess = {
  fleet: { role: operationRoles.watchLive, audit: "none", operation: "watchLive" },
  supervisor: { role: operationRoles.watchLive, audit: "none", operation: "watchLive" },
  path: { role: operationRoles.readFile, audit: "opening", operation: "readFile" },
  // Headers and bodies of requests: as reading a file of the session.
  telemetry: { role: operationRoles.readFile, audit: "none", operation: "watchLive" },
  invocation: { role: operationRoles.watchLive, audit: "none", operation: "watchLive" },
} as const satisfies Record<TopicKind, TopicAccess>;

const contentOf = { path: "the files of a browser", telemetry: "the activity of a browser" } as const;

/** Why a role may not read a topic, as text for the operator; undefined if it may. */
export function topicRefusal(topic: Topic, held: Role): string | undefined {
  const kind = topicKind(topic);
  const { role } = topicAccess[kind];
  if (hasRole(held, role)) return undefined;
  const content = kind === "path" || kind === "telemetry" ? contentOf[kind] : "this";
  return `Reading ${content} needs the ${role} role.`;
}

/** Action and target of the audit rows of opening a topic; undefined where openings are not recorded. */
export function topicOpening(topic: Topic): { action: string; target: string } | undefined {
  const { audit, operation } = topicAccess[topicKind(topic)];
  const parts = parseLogTopic(topic);
  if (audit === "none" || parts === undefined || !("sessionId" in parts)) return undefined;
  const path = parts.log.source === "path" ? ` ${pathForAudit(parts.log.path)}` : "";
  return { action: operation, target: `${parts.sessionId}${path}` };
}
