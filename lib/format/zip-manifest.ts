// What an extension says of itself and what it asks for. Chromium judges the rest when it loads it.
import * as z from "zod/mini";
import type { ZipFault } from "./zip-directory.ts";

const texts = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter((item) => typeof item === "string")),
);
const optionalTexts = z.catch(z.optional(texts), undefined);

const manifest = z.object({
  manifest_version: z.union([z.literal(2), z.literal(3)], "must be 2 or 3"),
  name: z.string("must be text").check(z.minLength(1, "must not be empty")),
  version: z
    .string("must be text")
    .check(z.regex(/^\d+(\.\d+){0,3}$/, "must be one to four numbers, such as 1.0.2")),
  default_locale: z.catch(z.optional(z.string()), undefined),
  permissions: optionalTexts,
  optional_permissions: optionalTexts,
  host_permissions: optionalTexts,
  optional_host_permissions: optionalTexts,
  content_scripts: z.catch(
    z.optional(z.array(z.catch(z.object({ matches: optionalTexts }), { matches: undefined }))),
    undefined,
  ),
});

/** A permission an extension asks for; `broad`: it reaches every site. */
export interface Permission {
  readonly text: string;
  readonly broad: boolean;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly manifestVersion: 2 | 3;
  readonly permissions: readonly Permission[];
  /** Sites it may read and change, by `host_permissions` or by its content scripts. */
  readonly hosts: readonly Permission[];
  /** Where the words of a name such as `__MSG_appName__` are. */
  readonly defaultLocale: string | undefined;
}

const isHost = (text: string) => text === "<all_urls>" || text.includes("://");

/** Whether a match pattern covers every host. */
export const isBroad = (text: string): boolean =>
  text === "<all_urls>" || /^(\*|https?|file|wss?):\/\/\*?\//.test(text);

const unique = (items: readonly string[]): Permission[] =>
  [...new Set(items)].map((text) => ({ text, broad: isBroad(text) }));

/** JSON as Chromium takes it in a manifest: with comments, and a byte order mark before it. */
export function parseManifestJson(text: string): unknown {
  const comments = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
  return JSON.parse(
    text.replace(/^\uFEFF/, "").replace(comments, (match) => (match.startsWith('"') ? match : " ")),
  );
}

/** Reads the text of a manifest.json; each fault names its field. */
export function readManifest(text: string): { manifest?: Manifest; faults: ZipFault[] } {
  const fault = (message: string): ZipFault => ({ entry: "manifest.json", message });
  let json: unknown;
  try {
    json = parseManifestJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [fault(`it is not valid JSON: ${reason.slice(0, 200)}`)] };
  }
  const read = manifest.safeParse(json);
  if (!read.success) {
    return {
      faults: read.error.issues.map((issue) => fault(`${issue.path.join(".")} ${issue.message}`.trim())),
    };
  }
  const { data } = read;
  const asked = [...(data.permissions ?? []), ...(data.optional_permissions ?? [])];
  const matches = (data.content_scripts ?? []).flatMap((script) => script.matches ?? []);
  return {
    manifest: {
      name: data.name,
      version: data.version,
      manifestVersion: data.manifest_version,
      permissions: unique(asked.filter((permission) => !isHost(permission))),
      hosts: unique([
        ...(data.host_permissions ?? []),
        ...(data.optional_host_permissions ?? []),
        ...asked.filter(isHost),
        ...matches,
      ]),
      defaultLocale: data.default_locale,
    },
    faults: [],
  };
}

const messages = z.record(z.string(), z.catch(z.object({ message: z.string() }), { message: "" }));

/** A name such as `__MSG_appName__` in the words of a locale's messages.json; as it is when they lack it. */
export function localName(name: string, messagesText: string): string {
  const key = /^__MSG_(\w+)__$/.exec(name)?.[1]?.toLowerCase();
  if (key === undefined) return name;
  try {
    const read = messages.parse(parseManifestJson(messagesText));
    const found = Object.entries(read).find(([each]) => each.toLowerCase() === key)?.[1].message;
    return found === undefined || found === "" ? name : found;
  } catch {
    return name;
  }
}

/** A folder name for an extension out of what it is called, within the API's pattern. */
export function proposedName(name: string): string {
  const plain = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, "-")
    .replace(/^[-.]+|[-.]+$/g, "")
    .slice(0, 64)
    .replace(/[-.]+$/, "");
  return plain === "" ? "extension" : plain;
}
