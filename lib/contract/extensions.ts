import * as z from "zod/mini";
import { pageQuery } from "./paging.ts";
import { binary, optional, resource, timestamp } from "./schema.ts";

/** Name of an extension, also its folder name; pattern of the specification, without the directory entries `.` and `..`. */
export const extensionName = z.string().check(
  z.regex(/^[a-zA-Z0-9._-]{1,255}$/, "1 to 255 characters of a-z A-Z 0-9 . _ -"),
  z.refine((name) => name !== "." && name !== "..", "must not be . or .."),
);

/** Published limit of extensions per session. */
export const extensionsPerBrowser = 20;

/** One name and archive of the multipart field `extensions`. */
const extensionUpload = z.object({ name: extensionName, zip_file: binary });

/** Multipart body of POST /browsers/{id}/extensions. */
export const extensionsUpload = z.object({
  extensions: z.array(extensionUpload).check(z.minLength(1), z.maxLength(extensionsPerBrowser)),
});

/** A stored extension; fields as in the types of @onkernel/sdk. `checksum` is the SHA-256 of the archive, in hexadecimal. */
export const extension = resource({
  id: z.string().check(z.minLength(1)),
  created_at: timestamp,
  size_bytes: z.int().check(z.minimum(0)),
  name: optional(z.string()),
  last_used_at: optional(timestamp),
  checksum: optional(z.string()),
});
export type Extension = z.infer<typeof extension>;

/** Multipart body of POST /extensions. */
export const extensionStore = z.object({ file: binary, name: z.optional(extensionName) });

/** Query of GET /extensions: `name` exact, `query` a substring. Only newer clients send it. */
export const extensionFilters = z.object({
  name: z.optional(z.string()),
  query: z.optional(z.string()),
  ...pageQuery,
});

/** Operating system the Chrome Web Store package is requested for. */
export const storePlatform = z.enum(["win", "mac", "linux"]);
export type StorePlatform = z.infer<typeof storePlatform>;

/** Query of GET /extensions/from_chrome_store; `os` is `linux` by default. */
export const storeDownload = z.object({
  url: z.string().check(z.minLength(1), z.maxLength(2048)),
  os: z.optional(storePlatform),
});
