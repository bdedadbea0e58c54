import { expect, it } from "vitest";
import { changedFields, fieldsSet, targetOfChange } from "./fields-set.ts";

it.each([
  [{}, ""],
  [
    { size: 5, name: "checkout eu", headless: false, proxy_id: undefined },
    "size: 5, name: checkout eu, headless: false",
  ],
  [{ viewport: { width: 800, height: 600 }, tags: null }, 'viewport: {"width":800,"height":600}, tags: null'],
  [{ name: "x", token: "a1" }, "name: x, token: [redacted]"],
  [{ name: "x".repeat(400) }, `name: ${"x".repeat(294)}`],
])("%j is written as %s", (body, text) => expect(fieldsSet(body)).toBe(text));

it("names what a change sets after the id", () => {
  expect(targetOfChange("5a1e", { enabled: false })).toBe("5a1e (enabled: false)");
  expect(targetOfChange("5a1e", { name: undefined })).toBe("5a1e");
});

it("leaves out the fields that stay as they are", () => {
  const before = { name: "API", signal: { kind: "stuck", minutes: 5 }, webhooks: ["a"], created_by: "ann" };
  const after = { name: "API", signal: { kind: "stuck", minutes: 9 }, webhooks: ["a"], enabled: true };
  expect(changedFields(before, after)).toEqual({ signal: { kind: "stuck", minutes: 9 }, enabled: true });
});
