import { expect, it, test } from "vitest";
import { expiryOf, isCdpAddress } from "./cdp-address.ts";

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
const addressWith = (jwt: string) => `wss://api.test/browser/cdp?jwt=${jwt}`;

it("says when the signature of a CDP address expires, where it says so", () => {
  expect(expiryOf(addressWith(`${part({ alg: "HS256" })}.${part({ exp: 1_800_000_000 })}.sig`))).toBe(
    1_800_000_000_000,
  );
  for (const jwt of ["", "a", `a.${part({ exp: "soon" })}.b`, `a.${part({ exp: 1e12 })}.b`, "a.%%%.b"])
    expect(expiryOf(addressWith(jwt)), jwt).toBeNull();
});

test.each([
  ["wss://api.test/browser/cdp?jwt=x", true],
  ["ws://127.0.0.1:4100/browser/cdp", true],
  ["wss://region.elsewhere.test:9222/x", true],
  ["https://api.test/x", false],
  ["javascript:alert(1)", false],
  ["wss://user:pass@api.test/x", false],
  ["/browser/cdp", false],
])("%s is a CDP address: %s", (address, expected) => {
  expect(isCdpAddress(address)).toBe(expected);
});
