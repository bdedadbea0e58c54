import * as z from "zod/mini";
import { binary, openEnum, resource, timestamp } from "./schema.ts";

const absolutePath = z.string().check(z.regex(/^\/.*/, "must be an absolute path, starting with /"));
const octalMode = z.string().check(z.regex(/^[0-7]{3,4}$/, "must be 3 or 4 octal digits, such as 644"));

/** Body of PUT fs/move, as in the specification. */
export const fileMove = z.object({ src_path: absolutePath, dest_path: absolutePath });

/** A directory entry; fields as in the types of @onkernel/sdk, all required. */
export const fileInfo = resource({
  name: z.string(),
  path: z.string(),
  size_bytes: z.int().check(z.minimum(0)).register(z.globalRegistry, { description: "0 for a directory" }),
  is_dir: z.boolean(),
  mod_time: timestamp,
  mode: z.string().register(z.globalRegistry, { description: "such as drwxr-xr-x or -rw-r--r--" }),
});
export type FileInfo = z.infer<typeof fileInfo>;

/** Query of the operations that take one path. */
export const pathQuery = z.object({ path: absolutePath });
/** Query of PUT fs/write_file; `mode` in octal digits. */
export const fileWriteQuery = z.object({ path: absolutePath, mode: z.optional(octalMode) });
/** Body of the operations that take one path. */
export const pathBody = z.object({ path: absolutePath });
/** Body of PUT fs/create_directory; `mode` in octal digits. */
export const directoryCreate = z.object({ path: absolutePath, mode: z.optional(octalMode) });

/** Body of PUT fs/set_file_permissions. `owner` and `group` are names or numeric ids. */
export const permissionsSet = z.object({
  path: absolutePath,
  mode: octalMode,
  owner: z.optional(z.string().check(z.minLength(1))),
  group: z.optional(z.string().check(z.minLength(1))),
});

/** Multipart body of POST fs/upload: `files` in any spelling of the published clients, or one `file` with its `dest_path`. */
export const filesUpload = z.object({
  files: z.array(z.object({ file: binary, dest_path: absolutePath })).check(z.minLength(1)),
});
/** Multipart body of POST fs/upload_zip. */
export const zipUpload = z.object({ zip_file: binary, dest_path: absolutePath });

/** A destination path in a multipart field. */
export const destinationPath = absolutePath;

/** Body of POST fs/watch. */
export const watchStart = z.object({ path: absolutePath, recursive: z.optional(z.boolean()) });
/** Response of POST fs/watch. */
export const watchStarted = resource({ watch_id: z.string().check(z.minLength(1)) });

/** A change in a watched directory. A rename is RENAME at the old path and CREATE at the new one. */
export const watchEvent = resource({
  type: openEnum(["CREATE", "WRITE", "DELETE", "RENAME"]),
  path: z.string(),
  name: z.string(),
  is_dir: z.boolean(),
});
export type WatchEvent = z.infer<typeof watchEvent>;
