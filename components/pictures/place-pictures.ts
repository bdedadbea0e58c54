import { shareOf, type TimeRange } from "@/lib/charts/time-range";

/** Pictures that are drawn at one place of a filmstrip, because they would overlap. */
export interface PictureGroup<Picture> {
  /** Oldest first, each with the distance of its time from the strip's left edge in pixels. */
  readonly pictures: readonly { readonly picture: Picture; readonly atPx: number }[];
  /** The group's left edge, in pixels. */
  readonly leftPx: number;
}

/**
 * Places pictures, oldest first, at their times on a strip of a width, as boxes of `boxPx` that do not overlap and do not
 * leave the strip. A picture whose box would overlap the one before joins its group.
 */
export function placePictures<Picture extends { readonly at_ms: number }>(
  pictures: readonly Picture[],
  range: TimeRange,
  { widthPx, boxPx, gapPx }: { widthPx: number; boxPx: number; gapPx: number },
): PictureGroup<Picture>[] {
  const groups: { pictures: { picture: Picture; atPx: number }[]; leftPx: number }[] = [];
  for (const picture of pictures) {
    const atPx = shareOf(range, picture.at_ms) * widthPx;
    const leftPx = Math.max(0, Math.min(atPx, widthPx - boxPx));
    const last = groups.at(-1);
    if (last === undefined || leftPx >= last.leftPx + boxPx + gapPx)
      groups.push({ pictures: [{ picture, atPx }], leftPx });
    else last.pictures.push({ picture, atPx });
  }
  return groups;
}

/** The picture of a group that stands for a place in it: the last one from before it, else the first. */
export function pictureAt<Picture>({ pictures }: PictureGroup<Picture>, atPx: number): Picture | undefined {
  return (pictures.findLast((each) => each.atPx <= atPx) ?? pictures[0])?.picture;
}
