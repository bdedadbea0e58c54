import fc from "fast-check";
import { expect, test } from "vitest";
import { toSegments, visibleText } from "./ansi.ts";

const esc = "\u001b";
const looks = (line: string) => toSegments(line).map(({ text, look }) => [text, look]);

test("converts colours: by number, bright, of the palette and by components", () => {
  expect(looks(`a${esc}[31mb${esc}[1mc${esc}[0md`)).toEqual([
    ["a", {}],
    ["b", { ink: "red" }],
    ["c", { ink: "red", bold: true }],
    ["d", {}],
  ]);
  expect(looks(`${esc}[92mx`)).toEqual([["x", { ink: "green" }]]);
  expect(looks(`${esc}[38;5;196mx`)).toEqual([["x", { ink: "red" }]]);
  expect(looks(`${esc}[38;2;10;20;250mx`)).toEqual([["x", { ink: "blue" }]]);
  expect(looks(`${esc}[44;97mx`)).toEqual([["x", { ground: "blue", ink: "white" }]]);
  expect(looks(`${esc}[mx`)).toEqual([["x", {}]]);
});

test("T24 drops links, titles and cursor moves, and preserves their text", () => {
  expect(visibleText(`${esc}]8;;javascript:alert(1)${esc}\\click${esc}]8;;\u0007 me`)).toBe("click me");
  expect(visibleText(`${esc}[2Ka${esc}[10;1Hb`)).toBe("ab");
});

test("T24 writes out bidirectional and invisible characters", () => {
  expect(visibleText("a\u202Eb\u2066c\u200Bd\u0000e\u009bf\u2028g")).toBe(
    "a⟨U+202E⟩b⟨U+2066⟩c⟨U+200B⟩d\\x00e\\x9bf⟨U+2028⟩g",
  );
  expect(visibleText(`${esc}]8;;never ended`)).toBe("\\x1b]8;;never ended");
  expect(visibleText("tag\u{E0041}")).toBe("tag⟨U+E0041⟩");
  expect(toSegments("\u202E")[0]?.look.sign).toBe(true);
});

test("T24 T48 leaves no control or bidirectional character in any text, and markup unchanged", () => {
  const unseen = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
  const piece = fc.oneof(
    fc
      .array(fc.oneof(fc.nat(0x2fff), fc.nat(0xff)), { maxLength: 8 })
      .map((codes) => String.fromCharCode(...codes)),
    fc.constantFrom(
      esc,
      `${esc}[`,
      `${esc}]8;;`,
      "\u0007",
      `${esc}[32mok${esc}[0m`,
      "31m",
      "\u202E",
      "<img onerror>",
      "</script>",
      "\r\n\n",
    ),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const line = pieces.join("");
      expect(visibleText(line).replaceAll("\t", "")).not.toMatch(unseen);
      const shown = toSegments(line).map(({ text }) => text);
      expect(visibleText(line)).toBe(shown.join(""));
    }),
  );
  fc.assert(
    fc.property(fc.string({ maxLength: 60 }), (plain) => {
      expect(visibleText(plain)).toBe(plain);
    }),
  );
});
