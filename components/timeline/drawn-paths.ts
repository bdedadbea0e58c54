// Shapes as few elements: a lane of a busy fleet has hundreds of boxes, and an element with a tooltip for each would be
// most of the page. Pure.
import type { Shape, Tone } from "./lane-shapes.ts";

/** Drawn over all others: what is wrong, and what an operator marked. */
const above: readonly Tone[] = ["bad", "annotation"];

interface TonePath {
  readonly tone: Tone;
  readonly d: string;
}

/** One path for each tone, from back to front: in the order of the shapes, with what is `above` last. */
export function pathsOf(shapes: readonly Shape[]): readonly TonePath[] {
  const paths = new Map<Tone, string>();
  for (const { tone, x, y, w, h } of shapes)
    paths.set(tone, `${paths.get(tone) ?? ""}M${x} ${y}h${w}v${h}h${-w}z`);
  const rank = (tone: Tone) => above.indexOf(tone);
  return [...paths].map(([tone, d]) => ({ tone, d })).sort((one, other) => rank(one.tone) - rank(other.tone));
}

/** The tooltip at a point: that of the last shape drawn there that has one. */
export function titleAt(shapes: readonly Shape[], x: number, y: number): string | undefined {
  const at = shapes.filter(
    (each) =>
      each.title !== undefined && x >= each.x && x <= each.x + each.w && y >= each.y && y <= each.y + each.h,
  );
  return (at.findLast(({ tone }) => above.includes(tone)) ?? at.at(-1))?.title;
}
