// The dashboard's own API as an OpenAPI document: every operation that has a route, with the role it needs, how it is
// audited, and the errors that signing in, roles and the way to the upstream add.

import { bffHeaders } from "../../bff/headers.ts";
import { ownOperations } from "../../bff/operations/operations.ts";
import { problemBody } from "../../bff/problem.ts";
import type { Operation } from "../../contract/operation.ts";
import { describeApi } from "../../contract/operations/openapi.ts";
import { operations } from "../../contract/operations/operations.ts";
import { signInRows } from "./access-list.ts";
import { auditRuleOf } from "./operation-audit.ts";
import { operationRoles, roleFor } from "./operation-roles.ts";
import { isForPeople } from "./people-only.ts";

type Json = Record<string, unknown>;

const byId = new Map<string, Operation>(Object.entries({ ...operations, ...ownOperations }));
const served = Object.keys(operationRoles).flatMap((id) => byId.get(id) ?? []);
const ofUpstream: ReadonlySet<string> = new Set(Object.keys(operations));

const header = (name: string, description: string) => ({
  name,
  in: "header",
  required: false,
  schema: { type: "string" },
  description,
});
/** What every audited call may carry. */
const actHeaders = [
  header(
    bffHeaders.idempotencyKey,
    "8 to 128 characters; requests with the same key within ten minutes are one act.",
  ),
  header(bffHeaders.reason, "The reason, percent-encoded; written to the audit."),
  header(bffHeaders.batch, "A UUID; acts with the same one are one act on many in the audit."),
];

function errorsOf(operation: Operation): number[] {
  if (roleFor(operation.id) === "public") return [500];
  const acts = operation.method !== "GET";
  return [
    // Also without input and for every role: two credentials, a query that it does not have, a one-time password.
    ...[400, 401, 403, 429, 500, 503],
    // Also for a body that it does not have.
    ...(acts ? [413, 415] : []),
    ...(auditRuleOf(operation) === "each" ? [409, 422] : []),
    ...(ofUpstream.has(operation.id) ? [501, 502, 504] : []),
  ];
}

const statusText = {
  401: "No sign-in, or an invalid API token",
  403: "The role is too low, it needs a person, a one-time password is to be replaced, or it came from another site",
  409: "Conflict, also with an act in progress that has the same Idempotency-Key",
  422: "The Idempotency-Key was sent with another request",
  429: "Too many wrong tokens, or the API is limiting requests; see Retry-After",
  500: "The dashboard failed",
  501: "The API that the dashboard uses does not have this operation",
  502: "The API that the dashboard uses failed or cannot be reached",
  503: "Temporarily unavailable: the database, the API or a limit of the dashboard",
  504: "The API that the dashboard uses did not answer in time",
};

function moreOf(operation: Operation) {
  const role = roleFor(operation.id);
  const audit = auditRuleOf(operation);
  const people = isForPeople(operation.id);
  return {
    description: [
      role === "public" ? "Needs no sign-in." : `Needs the ${role} role.`,
      ...(people ? ["For people: API tokens are refused."] : []),
      ...(audit === "each" ? ["Audited."] : audit === "opening" ? ["Audited when it begins."] : []),
    ].join(" "),
    "x-fleetdeck-role": role,
    "x-fleetdeck-audit": audit,
    "x-fleetdeck-people-only": people,
    ...(audit === "each" ? { parameters: actHeaders } : {}),
  };
}

/** The routes of the sign-in, which browsers use; they are no operations. */
function signInPaths(): Json {
  const paths: Record<string, Json> = {};
  for (const { address, name } of signInRows) {
    const [method = "", path = ""] = address.split(" ");
    paths[path] = {
      ...paths[path],
      [method.toLowerCase()]: {
        operationId: name,
        tags: ["Sign-in"],
        summary: "Part of signing in with a browser; not for programs",
        security: [],
        responses: {
          default: { description: "As the sign-in page of the same version expects it" },
        },
      },
    };
  }
  return paths;
}

/** The document. `publicUrl`: the address of the dashboard; `signInCookie`: the name of the cookie of a sign-in. */
export function apiDocument({
  publicUrl,
  signInCookie,
}: {
  publicUrl: string;
  signInCookie: string;
}): Json & { paths: Json } {
  const document = describeApi({
    title: "Fleetdeck",
    version: "0.1.0",
    serverUrl: `${publicUrl}/api`,
    operations: served,
    securitySchemes: {
      token: { type: "http", scheme: "bearer", description: "An API token, from Settings" },
      signIn: { type: "apiKey", in: "cookie", name: signInCookie },
    },
    securityOf: ({ id }) =>
      roleFor(id) === "public" ? [] : isForPeople(id) ? [{ signIn: [] }] : [{ token: [] }, { signIn: [] }],
    errorBody: problemBody,
    errorsOf,
    statusText,
    moreOf,
  });
  return { ...document, paths: { ...Object(document.paths), ...signInPaths() } };
}
