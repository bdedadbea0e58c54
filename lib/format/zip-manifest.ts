// Parses an extension's manifest: its identity and permissions. Chromium validates the rest when loading.
import * as z from "zod/mini";
import type { ArchiveFault } from "../contract/archive-rules.ts";
import { manifestIdentity, parseManifestJson } from "../contract/extension-manifest.ts";
import { zipExtensionTexts } from "./zip-extension-messages.ts";

const texts = z.pipe(
  z.array(z.unknown()),
  z.transform((items) => items.filter((item) => typeof item === "string")),
);
const optionalTexts = z.catch(z.optional(texts), undefined);

const manifest = z.extend(manifestIdentity, {
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

/** A requested permission; `broad`: it covers every site. */
export interface Permission {
  readonly text: string;
  readonly broad: boolean;
}

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly manifestVersion: 2 | 3;
  readonly permissions: readonly Permission[];
  /** Sites it can access, by `host_permissions` or content scripts. */
  readonly hosts: readonly Permission[];
  /** Locale for names such as `__MSG_appName__`. */
  readonly defaultLocale: string | undefined;
}

const isHost = (text: string) => text === "<all_urls>" || text.includes("://");

/** Whether a match pattern covers every host. */
export const isBroad = (text: string): boolean =>
  text === "<all_urls>" || /^(\*|https?|file|wss?):\/\/\*?\//.test(text);

const unique = (items: readonly string[]): Permission[] =>
  [...new Set(items)].map((text) => ({ text, broad: isBroad(text) }));

/** Parses a manifest.json; each fault names its field. */
export function readManifest(text: string): { manifest?: Manifest; faults: ArchiveFault[] } {
  const fault = (message: string): ArchiveFault => ({ entry: "manifest.json", message });
  let json: unknown;
  try {
    json = parseManifestJson(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { faults: [fault(zipExtensionTexts.manifestNotJson(reason.slice(0, 200)))] };
  }
  const read = manifest.safeParse(json);
  if (!read.success) {
    return {
      faults: read.error.issues.map((issue) => fault(`${issue.path.join(".")} ${issue.message}`.trim())),
    };
  }
  const { data } = read;
  const requested = [...(data.permissions ?? []), ...(data.optional_permissions ?? [])];
  const matches = (data.content_scripts ?? []).flatMap((script) => script.matches ?? []);
  return {
    manifest: {
      name: data.name,
      version: data.version,
      manifestVersion: data.manifest_version,
      permissions: unique(requested.filter((permission) => !isHost(permission))),
      hosts: unique([
        ...(data.host_permissions ?? []),
        ...(data.optional_host_permissions ?? []),
        ...requested.filter(isHost),
        ...matches,
      ]),
      defaultLocale: data.default_locale,
    },
    faults: [],
  };
}

const messages = z.record(z.string(), z.catch(z.object({ message: z.string() }), { message: "" }));

/** Resolves a name such as `__MSG_appName__` by a locale's messages.json; unchanged when it is missing there. */
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

/** Derives a folder name from an extension's name, within the API's pattern. */
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
