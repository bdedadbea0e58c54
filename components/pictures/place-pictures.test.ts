import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pictureAt, placePictures } from "./place-pictures.ts";

const range = { fromMs: 1_000, toMs: 2_000 };
const strip = { widthPx: 500, boxPx: 48, gapPx: 2 };
const at = (...times: readonly number[]) => times.map((time) => ({ at_ms: 1_000 + time }));
const placesOf = (...times: readonly number[]) =>
  placePictures(at(...times), range, strip).map(({ leftPx, pictures }) => [
    leftPx,
    ...pictures.map(({ picture }) => picture.at_ms - 1_000),
  ]);

describe("the places of pictures on a strip", () => {
  it("are at their times, inside the strip", () => {
    expect(placesOf(0, 400, 1_000)).toEqual([
      [0, 0],
      [200, 400],
      [452, 1_000],
    ]);
  });

  it("are shared by those that would overlap", () => {
    expect(placesOf(0, 50, 99, 100, 900, 950)).toEqual([
      [0, 0, 50, 99],
      [50, 100],
      [450, 900, 950],
    ]);
  });

  it("never overlap, never leave the strip and have every picture once, in order", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_200)), (given) => {
        const times = given.toSorted((one, other) => one - other);
        const groups = placePictures(at(...times), range, strip);
        expect(groups.flatMap(({ pictures }) => pictures.map(({ picture }) => picture))).toEqual(
          at(...times),
        );
        for (const [index, { leftPx }] of groups.entries()) {
          expect(leftPx).toBeGreaterThanOrEqual(index === 0 ? 0 : (groups[index - 1]?.leftPx ?? 0) + 50);
          expect(leftPx).toBeLessThanOrEqual(452);
        }
      }),
    );
  });
});

it("a place within a group stands for the last picture before it", () => {
  const [group] = placePictures(at(0, 20, 40), range, strip);
  if (group === undefined) throw new Error("no group");
  const timeAt = (px: number) => (pictureAt(group, px)?.at_ms ?? 0) - 1_000;
  expect([timeAt(-3), timeAt(0), timeAt(9), timeAt(10), timeAt(47)]).toEqual([0, 0, 0, 20, 40]);
});
