import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { folderOfPath, instancePathFault, nameOfPath, pathForAudit, pathInFolder } from "./instance-path.ts";

const segment = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 12 })
  .filter((text) => !/[/\0]/.test(text) && text !== "..");

describe("a path of an instance (T38)", () => {
  it("is valid when every segment is a plain name", () => {
    fc.assert(
      fc.property(
        fc.array(segment, { maxLength: 8 }),
        (names) => instancePathFault(`/${names.join("/")}`) === undefined,
      ),
    );
  });

  it("is refused with .., NUL, an empty segment or a relative start, at any position", () => {
    const bad = fc.constantFrom("..", "a\0b", "");
    const names = fc.array(segment, { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(names, bad, names, (before, wrong, after) => {
        const path = `/${[...before, wrong, ...after].join("/")}`;
        return instancePathFault(path) !== undefined && instancePathFault(path.slice(1)) !== undefined;
      }),
    );
  });

  it("is refused above the maximum length", () => {
    expect(instancePathFault(`/${"ä".repeat(2048)}`)).toMatch(/at most/);
  });
});

it("splits and joins paths", () => {
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 6 }), (names) => {
      const path = `/${names.join("/")}`;
      return pathInFolder(folderOfPath(path), nameOfPath(path)) === path;
    }),
  );
  expect([nameOfPath("/"), folderOfPath("/"), folderOfPath("/a")]).toEqual(["/", "/", "/"]);
});

it("formats a path in the audit unambiguously", () => {
  expect(pathForAudit("/tmp/a.txt")).toBe("/tmp/a.txt");
  expect(pathForAudit("/tmp/a → /tmp/b")).toBe('"/tmp/a → /tmp/b"');
  expect(pathForAudit("/tmp/a\nb")).toBe('"/tmp/a\\nb"');
  for (const path of [`/${"a".repeat(4000)}/end`, `/${"\u0001".repeat(400)}/end`]) {
    expect(pathForAudit(path).length).toBeLessThan(460);
    expect(pathForAudit(path)).toMatch(/\/end"?$/);
  }
});
