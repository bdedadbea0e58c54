import fc from "fast-check";
import { expect, test } from "vitest";
import { emptyQuery, readQuery } from "./log-query.ts";

const letters = fc.string({
  unit: fc.constantFrom("a", "A", "k", "\u212a", "1", "-", ".", "["),
  maxLength: 12,
});

test("finds text as the equivalent pattern would, case-insensitively and case-sensitively", () => {
  fc.assert(
    fc.property(
      letters,
      fc.string({ minLength: 1, maxLength: 3, unit: fc.constantFrom("a", "A", "k", "1", "-", ".") }),
      fc.boolean(),
      (line, text, matchCase) => {
        const query = { ...emptyQuery, text, matchCase };
        const textQuery = readQuery(query);
        const pattern = readQuery({ ...query, text: text.replaceAll(".", "\\."), regex: true });
        if (
          textQuery === undefined ||
          textQuery instanceof Error ||
          pattern === undefined ||
          pattern instanceof Error
        )
          throw new Error("both are queries");
        expect(textQuery.matches(line)).toBe(pattern.matches(line));
      },
    ),
  );
});

test("searches the visible text, not the raw line", () => {
  const textQuery = readQuery({ ...emptyQuery, text: "1042" });
  if (textQuery === undefined || textQuery instanceof Error) throw new Error("this is a query");
  expect(textQuery.matches("step 10\u001b[31m42\u001b[0m")).toBe(true);
  expect(textQuery.matches("step 10\u001b[31m 42")).toBe(false);
});
