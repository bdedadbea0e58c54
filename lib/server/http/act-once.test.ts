import { createHash } from "node:crypto";
import { beforeEach, expect, it, vi } from "vitest";
import { actKeyOf } from "./act-once.ts";

const settings = vi.hoisted(() => ({ sessionSecret: "" }));
vi.mock("../kernel/env.ts", async (original) => ({ ...(await original<object>()), env: () => settings }));

beforeEach(() => {
  settings.sessionSecret = "a secret of these tests";
});

const fingerprintOf = (action: string, input: unknown) => {
  const headers = { "idempotency-key": "key-of-the-click" };
  const request = new Request("https://fleet.example/api/x", { method: "POST", headers });
  return actKeyOf(request, { userId: "u1", action, input })?.fingerprint;
};

it("a fingerprint is the same for the same act only", () => {
  const made = fingerprintOf("proveIdentity", { body: { password: "hunter2" } });
  expect(fingerprintOf("proveIdentity", { body: { password: "hunter2" } })).toBe(made);
  expect(fingerprintOf("proveIdentity", { body: { password: "hunter3" } })).not.toBe(made);
  expect(fingerprintOf("changePassword", { body: { password: "hunter2" } })).not.toBe(made);
});

it("a fingerprint tells nothing of a typed password to whoever reads the database without the secret", () => {
  const input = { body: { password: "hunter2" } };
  const guess = createHash("sha256")
    .update(JSON.stringify(["proveIdentity", input]))
    .digest("hex");
  const made = fingerprintOf("proveIdentity", input);
  expect(made).not.toBe(guess);
  settings.sessionSecret = "another secret";
  expect(fingerprintOf("proveIdentity", input)).not.toBe(made);
});
