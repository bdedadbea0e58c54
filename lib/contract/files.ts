import * as z from "zod/mini";
import { openEnum, resource, timestamp } from "./schema.ts";

const absolutePath = z.string().check(z.regex(/^\/.*/, "must be an absolute path, starting with /"));
const octalMode = z.string().check(z.regex(/^[0-7]{3,4}$/, "must be 3 or 4 octal digits, such as 644"));
const fileBytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** Body of PUT fs/move: api.md §4.10. */
export const fileMove = z.object({ src_path: absolutePath, dest_path: absolutePath });

/** One file or directory as it is listed: wire.md §5.5. */
export const fileInfo = resource({
  name: z.string(),
  path: z.string(),
  size_bytes: z.int().check(z.minimum(0)).register(z.globalRegistry, { description: "0 for a directory" }),
  is_dir: z.boolean(),
  mod_time: timestamp,
  mode: z.string().register(z.globalRegistry, { description: "such as drwxr-xr-x or -rw-r--r--" }),
});
export type FileInfo = z.infer<typeof fileInfo>;

export const pathQuery = z.object({ path: absolutePath });
export const fileWriteQuery = z.object({ path: absolutePath, mode: z.optional(octalMode) });
export const pathBody = z.object({ path: absolutePath });
export const directoryCreate = z.object({ path: absolutePath, mode: z.optional(octalMode) });

/** `owner` and `group` are names or numbers. */
export const permissionsSet = z.object({
  path: absolutePath,
  mode: octalMode,
  owner: z.optional(z.string().check(z.minLength(1))),
  group: z.optional(z.string().check(z.minLength(1))),
});

/** Multipart: `files` in any of the published spellings, or one bare `file` with its `dest_path`. */
export const filesUpload = z.object({
  files: z.array(z.object({ file: fileBytes, dest_path: absolutePath })).check(z.minLength(1)),
});
export const zipUpload = z.object({ zip_file: fileBytes, dest_path: absolutePath });

/** A destination as it comes in a multipart field. */
export const destinationPath = absolutePath;

export const watchStart = z.object({ path: absolutePath, recursive: z.optional(z.boolean()) });
export const watchStarted = resource({ watch_id: z.string().check(z.minLength(1)) });

/** What happened to a name in a watched directory; a renamed file is RENAME at its old place, CREATE at the new. */
export const watchEvent = resource({
  type: openEnum(["CREATE", "WRITE", "DELETE", "RENAME"]),
  path: z.string(),
  name: z.string(),
  is_dir: z.boolean(),
});
export type WatchEvent = z.infer<typeof watchEvent>;
