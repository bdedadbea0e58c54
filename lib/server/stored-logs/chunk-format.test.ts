import fc from "fast-check";
import { expect, it } from "vitest";
import { isoTime } from "../../clock.ts";
import { encodeChunk, encodedEntries, entriesWith } from "./chunk-format.ts";

const letters = fc.constantFrom("a", "B", "ab", "İ", "ß", " ", '"', "\n", "é", "Σ", "\u001b");
const entry = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.string({ unit: letters, maxLength: 12 }).map((text) => ({ at: isoTime(0), text })),
  },
  { weight: 1, arbitrary: fc.nat(9).map((missing) => ({ reason: "reconnected ab", missing })) },
);

it("finds the entries with all parts or an escape sequence as a look at each entry does, with their kinds and numbers", () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 30 }),
      fc.integer({ min: 1, max: 1_000 }),
      fc.array(fc.constantFrom("a", "b", "ab", "ab b", "é", "σ", '\\"', "ss", "connected"), {
        minLength: 1,
        maxLength: 3,
      }),
      (entries, firstLine, parts) => {
        const data = encodeChunk(entries.map((one) => JSON.stringify(one)));
        const expected = encodedEntries(data, firstLine).filter(
          ({ json }) =>
            json.includes(String.raw`\u001b`) || parts.every((part) => json.toLowerCase().includes(part)),
        );
        expect([...entriesWith(data, firstLine, parts)]).toEqual(expected);
      },
    ),
  );
});
