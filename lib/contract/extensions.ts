import { z } from "zod";

/** The folder name an extension is placed under: api.md §4.1. */
export const extensionName = z
  .string()
  .regex(/^[a-zA-Z0-9._-]{1,255}$/, "1 to 255 characters of a-z A-Z 0-9 . _ -");

/** One pair of the multipart field `extensions`. */
export const extensionUpload = z.object({
  name: extensionName,
  zip_file: z.custom<Uint8Array>((value) => value instanceof Uint8Array),
});

export const extensionsUpload = z.object({ extensions: z.array(extensionUpload).min(1).max(20) });
