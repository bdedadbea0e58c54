import fc from "fast-check";
import { expect, test } from "vitest";
import { isSlowPattern } from "./slow-pattern.ts";

test.each([
  "(a+)+$",
  "^(\\w+\\s*)*end",
  "(?:[a-z]+)*\\d",
  "(?<word>x*)*y",
  "((ab)+)+c",
  "(.*,){20}",
  "(.|\\s)*end",
  "(\\d{1,3})+x",
  "error: ((?:a|b+)+)!",
  "(\\s*,\\s*)+;",
  "(?:\\s*\\w+=\\w+\\s*)+;",
  "(\\w+\\w*,)+;",
  "(\\S*\\s+)+;",
])("%s may take exponential time", (pattern) => {
  expect(isSlowPattern(pattern)).toBe(true);
});

test.each([
  ".*.*end",
  "GET .*.+end",
  "id=(.*)(.*)end",
  "[^;]*(?:x|.*[\\s\\S]+)end",
  "^.*\\b,?.*end",
  ".*..*end",
  "\\S+.*end",
  "a|[^,]*(.*)end",
  "(?:.*){2}end",
  "(?:.*|a).*x",
  "(?:a.*|b)(?:c|.*)x",
  "(.*)?.*x",
  ".*(a|b*).*x",
  ".*(?:(?:a*|b){3})?.*x",
  "(?:.)*(?:a|.)+x",
  "(?:(?:.*x|.*)*)*",
])("%s may take seconds for one long line", (pattern) => {
  expect(isSlowPattern(pattern)).toBe(true);
});

test.each([
  "error|warn",
  "(error|warn)+",
  ".*timeout.*",
  "(\\w+\\.)+example",
  "(\\d{1,3}\\.){3}\\d{1,3}",
  '("[^"]*",\\s*)+',
  "(?:[0-9a-f]{4}-?){8}",
  "(a+b)*",
  "\\(a+\\)+",
  "[(a+)+]+",
  "a{2,}b+c*",
  "\\bGET /\\S+ (\\d+)$",
  "^(\\S+\\s+){9}500",
  "(?:\\w+\\s+){10}",
  "(?:\\s*\\w+=\\w+,)+",
  "(?:\\[[^\\]]*\\]\\s*)+",
  "(?<=id=)[a-z0-9]+",
  ".*error.*timeout.*",
  "user=\\w+.*refused",
  "user=\\S+.*refused",
  "https?://\\S+.*timeout",
  "(?:GET|POST)\\S*.*500",
  "took \\S+.*ms",
  "id=[^;]+.*end",
  "^\\S+.*end",
  "[^,]*,.*end",
  "(?:.*,){2}end",
  "(?:a.*|b)c.*x",
  ".*(?:a|b+)(.*error)?",
  "(?:.*;)?.*end",
  "error:\\s*.*",
  "^(?=.*GET)(?=.*500).*",
  "(.*) took (.*)",
  ".*|.*",
  "",
])("%s does not", (pattern) => {
  expect(isSlowPattern(pattern)).toBe(false);
});

test("every valid pattern is read to its end", () => {
  const parts = fc.constantFrom(...`()[]{}|\\*+?^$.,a1:-=!<>kux`);
  fc.assert(
    fc.property(fc.string({ unit: parts, maxLength: 12 }), (pattern) => {
      try {
        new RegExp(pattern);
      } catch {
        return;
      }
      expect(isSlowPattern(pattern)).toBeTypeOf("boolean");
    }),
    { numRuns: 1_000 },
  );
});
