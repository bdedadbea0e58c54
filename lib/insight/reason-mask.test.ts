import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { reasonKey, reasonKeyLimits } from "./reason-mask.ts";

const word = fc.constantFrom(
  "timeout",
  "waiting",
  "failed",
  "could",
  "not",
  "navigate",
  "selector",
  "proxy",
  "to",
);
const quotedText = fc.stringMatching(/^[a-zA-Z0-9 #._>:-]{0,40}$/);
const values = {
  number: fc.oneof(
    fc.nat().map(String),
    fc.double({ min: 0, max: 1e6, noNaN: true }).map((n) => n.toFixed(2)),
  ),
  uuid: fc.uuid(),
  hex: fc.stringMatching(/^[0-9a-f]{8}[a-f][0-9]{7,20}$/),
  // A mark at the end of an address is taken for the sentence's.
  url: fc.webUrl({ withQueryParameters: true }).filter((url) => /[\w/]$/.test(url) && !/['"`|<>]/.test(url)),
  path: fc.stringMatching(/^\/[a-z]{1,9}(\/[a-z0-9_]{1,9}){0,4}$/),
  quoted: quotedText.map((text) => `"${text}"`),
  single: quotedText.map((text) => `'${text}'`),
  time: fc
    .date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true })
    .map((date) => date.toISOString()),
} satisfies Record<string, fc.Arbitrary<string>>;
const names = ["number", "uuid", "hex", "url", "path", "quoted", "single", "time"] as const;

/** A sentence with holes, and two ways to fill them. */
const filledTwice = fc
  .array(fc.tuple(word, fc.constantFrom(...names)), { minLength: 1, maxLength: 6 })
  .chain((parts) => {
    const filling = fc.tuple(...parts.map(([, name]) => values[name]));
    const sentence = (given: readonly string[]) =>
      parts.map(([before], at) => `${before} ${given[at] ?? ""} and`).join(" ");
    return fc.tuple(filling, filling).map(([one, two]) => [sentence(one), sentence(two)] as const);
  });

describe("the key of a reason", () => {
  it("is the same whatever values stand in the same words", () => {
    fc.assert(
      fc.property(filledTwice, ([one, two]) => {
        expect(reasonKey(one)).toBe(reasonKey(two));
      }),
      { numRuns: 500 },
    );
  });

  it("is bounded and well-formed, and its own key's text keeps no digit", () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: "binary", maxLength: 3000 }), fc.string()), (reason) => {
        const key = reasonKey(reason);
        expect(key.length).toBeLessThanOrEqual(reasonKeyLimits.key);
        expect(key.isWellFormed()).toBe(true);
        expect(key).not.toMatch(/[0-9]/);
      }),
    );
  });

  it.each([
    ["no result within 900 s of running", "no result within <n> s of running"],
    ["Timeout 30000ms exceeded.", "Timeout <n>ms exceeded."],
    [
      "net::ERR_PROXY_CONNECTION_FAILED at https://shop.example/a?b=1",
      "net::ERR_PROXY_CONNECTION_FAILED at <url>",
    ],
    ["the session k3j9x8a7b6c5d4e3 is gone", "the session <id> is gone"],
    ["can't open '/tmp/x y': ENOENT", "can't open <text>: ENOENT"],
    ["expected 3 items, got 12", "expected <n> items, got <n>"],
    ["connect ECONNREFUSED 10.0.0.7:8080", "connect ECONNREFUSED <address>"],
    ["at 2026-02-03T04:05:06.789Z in /srv/app/main.js:14:3", "at <time> in <path>"],
    ["", ""],
  ])("of %j is %j", (reason, key) => expect(reasonKey(reason)).toBe(key));

  it("keeps failures of different kinds apart", () => {
    const reasons = [
      "the proxy refused",
      "the selector was not found",
      "out of memory",
      "HTTP error at checkout",
    ];
    expect(new Set(reasons.map(reasonKey)).size).toBe(reasons.length);
  });
});
