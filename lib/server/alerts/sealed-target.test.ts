import { expect, it } from "vitest";
import { newSecret, seal, unseal } from "./sealed-target.ts";

const target = { url: "https://hooks.example.com/services/T0/secret-path", secret: newSecret() };

it("a sealed target can be read only with its secret and row, and contains no plain text", () => {
  const sealed = seal(target, "row-1", "a session secret");
  expect(unseal(sealed, "row-1", "a session secret")).toEqual(target);
  expect(unseal(sealed, "row-2", "a session secret")).toBeUndefined();
  expect(unseal(sealed, "row-1", "another secret")).toBeUndefined();
  const bytes = Buffer.from(sealed, "base64url");
  expect(bytes.includes(target.secret)).toBe(false);
  expect(bytes.includes("secret-path")).toBe(false);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  expect(unseal(bytes.toString("base64url"), "row-1", "a session secret")).toBeUndefined();
  expect(seal(target, "row-1", "a session secret")).not.toBe(sealed);
});
