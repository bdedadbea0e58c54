import * as z from "zod/mini";
import { defineOperation, type Operation } from "../../contract/operation.ts";
import { none } from "../../contract/operations/parts.ts";
import { connection, session } from "../health.ts";
import { preferenceName, preferenceUpdate } from "../preferences.ts";

export const sessionOperations = {
  retrieveSession: defineOperation({
    id: "retrieveSession",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/session",
    summary: "Who is signed in, the environment, the upstream's health",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: session } },
    errors: [],
  }),
  signOut: defineOperation({
    id: "signOut",
    tag: "Apps",
    shown: false,
    method: "DELETE",
    path: "/session",
    summary: "End this session everywhere, at once",
    params: none,
    query: none,
    answers: { 204: { kind: "empty" } },
    errors: [503],
  }),
  retrieveConnection: defineOperation({
    id: "retrieveConnection",
    tag: "Apps",
    shown: false,
    method: "GET",
    path: "/connection",
    summary: "Where the API is and which optional operations it has",
    params: none,
    query: none,
    answers: { 200: { kind: "json", schema: connection } },
    errors: [],
  }),
  updatePreference: defineOperation({
    id: "updatePreference",
    tag: "Apps",
    shown: false,
    method: "PUT",
    path: "/preferences/{name}",
    summary: "Keep what the operator prefers; pages bring it along",
    params: z.object({ name: preferenceName }),
    query: none,
    body: { kind: "json", schema: preferenceUpdate, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400],
  }),
} satisfies Record<string, Operation>;
