// Small pictures of the pages of browsers, stored so that they can be seen when their browser is gone. Times are epoch
// milliseconds.

import * as z from "zod/mini";
import { queryInteger } from "../contract/schema.ts";
import { apiAddress } from "./base-path.ts";
import { sessionId, sessionIds } from "./session-ids.ts";

/** Limits: pictures of one list, sessions of one question for the last picture, characters of a page's address. */
export const pictureLimits = { pictures: 500, sessions: 100, urlChars: 2_048, bytes: 1_500_000 } as const;

/** What a picture was taken at: a navigation, an error of the page, or a change of what the page shows. */
export const pictureReasons = ["navigation", "error", "change"] as const;
export type PictureReason = (typeof pictureReasons)[number];

/** A picture without its bytes. */
export const picture = z.object({
  id: z.string(),
  session_id: z.string(),
  at_ms: z.int(),
  reason: z.enum(pictureReasons),
  /** The page's address; secrets in it are redacted. */
  url: z.string(),
  /** In pixels. */
  width: z.int(),
  height: z.int(),
  bytes: z.int(),
});
export type Picture = z.infer<typeof picture>;

const queryTime = queryInteger({ min: 0, max: Number.MAX_SAFE_INTEGER });

/** Query of GET /api/pictures; both times are included. */
export const picturesQuery = z.object({
  session_id: sessionId,
  from_ms: z.optional(queryTime),
  to_ms: z.optional(queryTime),
  limit: z.optional(queryInteger({ min: 1, max: pictureLimits.pictures })),
});
export type PicturesQuery = z.infer<typeof picturesQuery>;

/** Query of GET /api/pictures/last. */
export const lastPicturesQuery = z.object({ session_id: sessionIds(pictureLimits.sessions) });

/** Query of DELETE /api/pictures. */
export const deletePicturesQuery = z.object({ session_id: sessionId });

/** The address of a picture's PNG file. */
export const pictureAddress = (id: string): string => apiAddress(`/pictures/${encodeURIComponent(id)}`);
