import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureReasons } from "../../bff/pictures.ts";
import { picturesToTrim } from "./pictures-to-trim.ts";

/** Pictures of ten bytes each: n, e and c for their reason, named by their position. */
const strip = (reasons: string) =>
  [...reasons].map((letter, at) => ({
    id: String(at),
    bytes: 10,
    reason: pictureReasons.find((reason) => reason.startsWith(letter)) ?? "change",
  }));
/** The positions that are left. */
function left(reasons: string, maxBytes: number): number[] {
  const pictures = strip(reasons);
  const gone = new Set(picturesToTrim(pictures, maxBytes).map(({ id }) => id));
  return pictures.flatMap(({ id }, at) => (gone.has(id) ? [] : at));
}

describe("trimming the pictures of a session", () => {
  it("deletes nothing of what fits", () => {
    expect(left("ncccc", 50)).toEqual([0, 1, 2, 3, 4]);
  });

  it("halves those taken at changes evenly, also where one less would do", () => {
    expect(left("nccccccccn", 95)).toEqual([0, 2, 4, 6, 8, 9]);
  });

  it("halves them again until the rest fits", () => {
    expect(left("nccccccccn", 50)).toEqual([0, 4, 8, 9]);
  });

  it("deletes the oldest others when no change is left", () => {
    expect(left("nencnen", 30)).toEqual([4, 5, 6]);
  });

  it("leaves the newest, whatever its size and reason", () => {
    expect(left("nec", 1)).toEqual([2]);
    expect(left("c", 1)).toEqual([0]);
  });

  it("leaves the newest and at most the bound, for any pictures", () => {
    const picture = fc.record({ bytes: fc.nat(1000), reason: fc.constantFrom(...pictureReasons) });
    fc.assert(
      fc.property(fc.array(picture, { minLength: 1 }), fc.nat(5000), (given, maxBytes) => {
        const pictures = given.map((each, at) => ({ ...each, id: String(at) }));
        const gone = new Set(picturesToTrim(pictures, maxBytes).map(({ id }) => id));
        const rest = pictures.filter(({ id }) => !gone.has(id));
        expect(rest.at(-1)).toBe(pictures.at(-1));
        const bytes = rest.reduce((sum, each) => sum + each.bytes, 0);
        expect(bytes <= maxBytes || rest.length === 1).toBe(true);
      }),
    );
  });
});
