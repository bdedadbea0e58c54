import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { connection, session } from "../health.ts";
import { preferenceName, preferenceUpdate } from "../preferences.ts";

export const sessionOperations = defineOperations("Apps", {
  retrieveSession: {
    method: "GET",
    path: "/session",
    summary: "Who is signed in, the environment, the upstream's health",
    answers: { 200: { kind: "json", schema: session } },
  },
  signOut: {
    method: "DELETE",
    path: "/session",
    summary: "End this session everywhere, at once",
    answers: { 204: { kind: "empty" } },
    errors: [503],
  },
  retrieveConnection: {
    method: "GET",
    path: "/connection",
    summary: "Where the API is and which optional operations it has",
    answers: { 200: { kind: "json", schema: connection } },
  },
  updatePreference: {
    method: "PUT",
    path: "/preferences/{name}",
    summary: "Keep what the operator prefers; pages bring it along",
    params: z.object({ name: preferenceName }),
    body: { kind: "json", schema: preferenceUpdate, required: true },
    answers: { 204: { kind: "empty" } },
    errors: [400],
  },
});
