// All routes and live topics with the role they need and how they are audited, for people and tests. Nothing decides by
// this list: it shows the tables that routes and streams use.

import { type Topic, type TopicKind, topicForms } from "../../bff/live.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import type { Role } from "../../bff/roles.ts";
import type { Operation } from "../../contract/operation.ts";
import { operations } from "../../contract/operations/operations.ts";
import { type AuditRule, auditRuleOf } from "./operation-audit.ts";
import { operationRoles, roleFor } from "./operation-roles.ts";
import { topicAccess } from "./topic-access.ts";

/** One way to reach the dashboard's server. */
export interface AccessRow {
  /** Method and path below `/api`, or `topic` and its form. */
  address: string;
  /** Operation id, or the kind of a topic. */
  name: string;
  role: Role | "public";
  /** "own": it writes rows of its own form. */
  audit: AuditRule | "own";
}

/** Routes of the sign-in, which are no operations. */
export const signInRows: readonly AccessRow[] = [
  { address: "GET /auth/csrf", name: "csrfToken", role: "public", audit: "none" },
  { address: "POST /auth/callback/credentials", name: "signIn", role: "public", audit: "own" },
  { address: "POST /auth/signin/oidc", name: "startProviderSignIn", role: "public", audit: "none" },
  { address: "GET /auth/callback/oidc", name: "providerSignIn", role: "public", audit: "own" },
];

const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));

function rowOf(id: string): AccessRow {
  const operation = byId.get(id);
  if (operation === undefined) throw new Error(`${id} is in the table of roles but no operation.`);
  return {
    address: `${operation.method} ${operation.path}`,
    name: id,
    role: roleFor(id),
    audit: auditRuleOf(operation),
  };
}

const topicForm = (kind: TopicKind): Topic =>
  ({
    fleet: "fleet",
    supervisor: "logs:{session}:supervisor:{process}",
    path: "logs:{session}:path:{path}",
    telemetry: "telemetry:{session}",
    invocation: "invocation:{id}",
  })[kind];

const kinds = Object.keys(topicForms).filter((kind): kind is TopicKind => kind in topicForms);

const topicRow = (kind: TopicKind): AccessRow => {
  const { role, audit } = topicAccess[kind];
  return { address: `topic ${topicForm(kind)}`, name: kind, role, audit };
};

/** Every route and topic, sorted by address. */
export const accessList = (): AccessRow[] =>
  [...Object.keys(operationRoles).map(rowOf), ...signInRows, ...kinds.map(topicRow)].sort((one, other) =>
    one.address
      .slice(one.address.indexOf(" "))
      .localeCompare(other.address.slice(other.address.indexOf(" "))),
  );
