import { expect, it } from "vitest";
import { fieldsSet } from "./fields-set.ts";

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
