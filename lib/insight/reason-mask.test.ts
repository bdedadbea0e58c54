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

describe("key of a reason", () => {
  it("is independent of values", () => {
    fc.assert(
      fc.property(filledTwice, ([one, two]) => {
        expect(reasonKey(one)).toBe(reasonKey(two));
      }),
      { numRuns: 500 },
    );
  });

  it("is bounded, well-formed and without digits", () => {
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

  it.each([
    // Addresses of pages end before the punctuation of the sentence.
    ["see HTTPS://a.example/c?d=1, then", "see <url>, then"],
    ["(http://a/b) [ftp://c] {ws://d}", "(<url>) [<url>] {<url>}"],
    ["ws+unix://socket!", "<url>!"],
    ["at 'https://a b' <http://c>|http://d|", "at <text> <<url>>|<url>|"],
    ["x://", "x://"],
    // Quotations on one line, and no apostrophes.
    ['said "x y" and "z"', "said <text> and <text>"],
    ['an "open\nline" quote', 'an "open line" quote'],
    ["said `x y` twice", "said <text> twice"],
    ["it's the user's \"x\"", "it's the user's <text>"],
    ["'x' isn't 'y'", "<text> isn't <text>"],
    ["expected “a b” or „c” or «d»", "expected <text> or <text> or <text>"],
    // Times.
    ["on 2026-02-03 at noon", "on <time> at noon"],
    ["on 2026-02-03 04:05 and", "on <time> and"],
    ["2026-02-03T04:05:06 end", "<time> end"],
    ["2026-02-03t04:05:06.123456789z end", "<time> end"],
    ["2026-02-03T04:05:06+0100 end", "<time> end"],
    ["2026-02-03T04:05:06-07:30 end", "<time> end"],
    ["12026-02-034", "<n>-<n>-<n>"],
    ["took 4:05:06.5 of 14:05:06", "took <time> of <time>"],
    ["at 4:05 today", "at <n>:<n> today"],
    // Ids, mail and network addresses, paths.
    ["id 123E4567-e89b-12d3-a456-426614174000 gone", "id <id> gone"],
    ["value 0xDEADbeef end", "value <id> end"],
    ["word abc0x12 end", "word abc<n>x<n> end"],
    ["hash_1234567890 end", "<id> end"],
    ["abcdefghijk1", "<id>"],
    ["abcdefghij1", "abcdefghij<n>"],
    ["only-letters-here-no end", "only-letters-here-no end"],
    ["1234567890123 end", "<n> end"],
    ["mail a.b+c@mail.example.org now", "mail <email> now"],
    ["mail a@b now", "mail a@b now"],
    ["from 10.0.0.7 to 192.168.10.20:8080 end", "from <address> to <address> end"],
    ["no C:\\temp\\x.txt there", "no <path> there"],
    ["no ../a/b-1.txt or ./c or /d", "no <path> or <path> or <path>"],
    ["and/or either, a / b", "and/or either, a / b"],
    // Numbers, also within words.
    ["between -5 and +6", "between <n> and <n>"],
    ["got 1,000.5 of 1_000 or 1'000", "got <n> of <n> or <n>"],
    ["about 1.5e-9 or 2E10", "about <n> or <n>"],
    ["v2x, x3 and a.5 at 5%", "v<n>x, x<n> and a.<n> at <n>%"],
    // Lists of values have any length.
    ["items [1, 2, 3] and 4 5 6", "items [<n>…] and <n>…"],
    ['"a" "b", "c"', "<text>…"],
    ["/a /b, /c", "<path>…"],
    ["http://a http://b", "<url>…"],
    ["ids a1b2c3d4e5f6g7, a1b2c3d4e5f6g8", "ids <id>…"],
    // Spaces and control characters.
    ["a\tb\u0000c\u0007  d", "a b c d"],
    ["  spaced   out  ", "spaced out"],
    ["a\ud800b", "a\ufffdb"],
  ])("masks the values of %j: %j", (reason, key) => expect(reasonKey(reason)).toBe(key));

  it("is made of the first thousand characters", () => {
    expect(reasonKey(`${" ".repeat(999)}ab`)).toBe("a");
    expect(reasonKey("x".repeat(300))).toBe("x".repeat(240));
  });

  it("differs for different kinds of failure", () => {
    const reasons = [
      "the proxy refused",
      "the selector was not found",
      "out of memory",
      "HTTP error at checkout",
    ];
    expect(new Set(reasons.map(reasonKey)).size).toBe(reasons.length);
  });
});
