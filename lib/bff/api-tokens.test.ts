import { expect, it } from "vitest";
import { apiTokenMade, apiTokens } from "./api-tokens.ts";

it("a token of a replica of the version before, which does not say what its account allows now, is read", () => {
  const token = {
    id: "1",
    name: "ci",
    role: "viewer",
    created_by: "ada",
    created_at_ms: 1,
    expires_at_ms: 2,
    last_used_at_ms: null,
  };
  const list = { tokens: [token] };
  expect(apiTokens.parse(list)).toEqual(list);
  const made = { ...token, token: "fd_secret" };
  expect(apiTokenMade.parse(made)).toEqual(made);
});
