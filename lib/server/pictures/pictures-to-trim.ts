import type { PictureReason } from "../../bff/pictures.ts";

export interface PictureSize {
  id: string;
  bytes: number;
}

/**
 * Which pictures of a session, oldest first, to delete so that the others have at most `maxBytes`. The newest is never
 * among them. Pictures taken at a change are halved as often as needed: every second one, even if fewer would do, because
 * deleting a few at a time would always take the oldest and leave the session's beginning without any.
 */
export function picturesToTrim(
  pictures: readonly (PictureSize & { reason: PictureReason })[],
  maxBytes: number,
): PictureSize[] {
  const trimmed: PictureSize[] = [];
  let bytes = pictures.reduce((sum, picture) => sum + picture.bytes, 0);
  const trim = (picture: PictureSize) => {
    trimmed.push(picture);
    bytes -= picture.bytes;
  };
  const older = pictures.slice(0, -1);
  let changes = older.filter(({ reason }) => reason === "change");
  while (bytes > maxBytes && changes.length > 0) {
    for (const [at, picture] of changes.entries()) if (at % 2 === 0) trim(picture);
    changes = changes.filter((_, at) => at % 2 === 1);
  }
  for (const picture of older) if (bytes > maxBytes && picture.reason !== "change") trim(picture);
  return trimmed;
}
