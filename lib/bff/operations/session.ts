import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { connection, session } from "../health.ts";
import { preferenceName, preferenceUpdate } from "../preferences.ts";

export const sessionOperations = defineOperations("Apps", {
  retrieveSession: {
    method: "GET",
    path: "/session",
    summary: "Get the signed-in account, the environment and the health of the API",
    answers: { 200: { kind: "json", schema: session } },
  },
  signOut: {
    method: "DELETE",
    path: "/session",
    summary: "Sign out",
    answers: { 204: { kind: "empty" } },
    errors: [503],
  },
  retrieveConnection: {
    method: "GET",
    path: "/connection",
    summary: "Get the API's address and which optional operations it has",
    answers: { 200: { kind: "json", schema: connection } },
  },
  updatePreference: {
    method: "PUT",
    path: "/preferences/{name}",
    summary: "Save a preference of the signed-in operator",
    params: z.object({ name: preferenceName }),
    body: { kind: "json", schema: preferenceUpdate, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400],
  },
});
