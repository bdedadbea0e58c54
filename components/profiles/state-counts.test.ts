import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { countState } from "./state-counts.ts";

const nowMs = 1_800_000_000_000;
const later = nowMs / 1000 + 60;
const earlier = nowMs / 1000 - 60;

describe("counts of a saved state", () => {
  it("match manual counts", () => {
    const counts = countState(
      {
        cookies: [
          { name: "sid", value: "s3cret", domain: ".shop.test", expires: later, secure: true },
          { name: "old", value: "s3cret", domain: ".shop.test", expires: earlier },
          { name: "tab", value: "s3cret", domain: ".shop.test", expires: -1, secure: true },
          { name: "one", value: "s3cret", domain: "a.test" },
          { value: "nameless" },
          7,
        ],
        origins: [
          { origin: "https://a.test", localStorage: [{ name: "k", value: "s3cret" }] },
          { origin: "https://b.test", localStorage: { x: "s3cret", y: "s3cret" } },
          {},
        ],
        version: 3,
      },
      nowMs,
    );
    expect(counts.domains).toEqual([
      { domain: ".shop.test", cookies: 3, session: 1, expired: 1, secure: 2, names: ["sid", "old", "tab"] },
      { domain: "a.test", cookies: 1, session: 1, expired: 0, secure: 0, names: ["one"] },
    ]);
    expect(counts.origins).toEqual([
      { origin: "https://b.test", entries: 2, names: ["x", "y"] },
      { origin: "https://a.test", entries: 1, names: ["k"] },
    ]);
    expect(counts.unread).toBe(3);
    expect(counts.others).toEqual(["version"]);
  });

  it("never contain a value, and count every entry once", () => {
    const cookie = fc.record({
      name: fc.string(),
      value: fc.constant("s3cret-value"),
      domain: fc.constantFrom("a.test", "b.test"),
      expires: fc.oneof(fc.double(), fc.constant(null)),
      secure: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(fc.oneof(cookie, fc.anything()), { maxLength: 40 }), (cookies) => {
        const counts = countState({ cookies }, nowMs);
        const counted = counts.domains.reduce((sum, each) => sum + each.cookies, 0);
        expect(counted + counts.unread).toBe(cookies.length);
        expect(JSON.stringify(counts)).not.toContain("s3cret-value");
        for (const each of counts.domains) {
          expect(each.session + each.expired).toBeLessThanOrEqual(each.cookies);
          expect(each.secure).toBeLessThanOrEqual(each.cookies);
        }
      }),
    );
  });

  it("reject a file that is not a saved state", () => {
    for (const wrong of [null, 7, "text", []])
      expect(() => countState(wrong, nowMs)).toThrow("not a JSON object");
    expect(countState({}, nowMs)).toEqual({ domains: [], origins: [], unread: 0, others: [] });
  });
});
