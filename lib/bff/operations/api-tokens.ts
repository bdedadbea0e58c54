import * as z from "zod/mini";
import { defineOperations } from "../../contract/operation.ts";
import { apiTokenCreate, apiTokenMade, apiTokens } from "../api-tokens.ts";

export const apiTokenOperations = defineOperations("Apps", {
  listApiTokens: {
    method: "GET",
    path: "/tokens",
    summary: "List API tokens, also expired ones, with their last use",
    answers: { 200: { kind: "json", schema: apiTokens } },
  },
  createApiToken: {
    method: "POST",
    path: "/tokens",
    summary: "Create an API token; only this answer has it",
    body: { kind: "json", schema: apiTokenCreate, required: true },
    answers: { 201: { kind: "json", schema: apiTokenMade } },
    errors: [400, 409],
  },
  revokeApiToken: {
    method: "DELETE",
    path: "/tokens/{id}",
    summary: "Revoke an API token",
    params: z.object({ id: z.string().check(z.minLength(1), z.maxLength(64)) }),
    answers: { 204: { kind: "empty" } },
    errors: [404],
  },
});
