// What is required of an extension's manifest.json before Chromium, which validates the rest, loads it.
import * as z from "zod/mini";

export const maxManifestBytes = 1024 * 1024;

/** The identity of an extension. */
export const manifestIdentity = z.object({
  manifest_version: z.union([z.literal(2), z.literal(3)], "must be 2 or 3"),
  name: z.string("must be text").check(z.minLength(1, "must not be empty")),
  version: z
    .string("must be text")
    .check(z.regex(/^\d+(\.\d+){0,3}$/, "must be one to four numbers, such as 1.0.2")),
});

/** Parses JSON as Chromium does in manifests: with comments and an optional byte order mark. Throws SyntaxError. */
export function parseManifestJson(text: string): unknown {
  const comments = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return JSON.parse(
    text.replace(/^\uFEFF/, "").replace(comments, (match) => (match.startsWith('"') ? match : " ")),
  );
}
