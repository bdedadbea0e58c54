// A zip archive that is to be an extension: judged with its manifest before anything of it is unpacked. What the
// manifest goes on to ask for is Chromium's to judge.
import { z } from "zod";
import type { ExtensionSource } from "../instance/extension-folders.ts";
import { codeOf } from "../instance/paths.ts";
import { archiveLimits, extractArchive, readArchived } from "../uploads/archive.ts";
import { badRequest, notFound } from "./problem.ts";

const maxManifestBytes = 1024 * 1024;

const manifest = z.object({
  manifest_version: z.union([z.literal(2), z.literal(3)], "must be 2 or 3"),
  name: z.string("must be text").min(1, "must not be empty"),
  version: z.string("must be text").regex(/^\d+(\.\d+){0,3}$/, "must be one to four numbers, such as 1.0.2"),
});

/** Throws Problem 400 for what cannot be an unpacked extension: a bad archive, no manifest at its root, a bad one. */
export async function checkExtensionArchive(path: string): Promise<void> {
  const bytes = await readArchived(path, "manifest.json", archiveLimits);
  if (!bytes) throw badRequest("the archive has no manifest.json at its root");
  if (bytes.length > maxManifestBytes) throw badRequest("manifest.json is larger than 1 MiB");
  const read = manifest.safeParse(parsed(bytes));
  if (read.success) return;
  const faults = read.error.issues.map((issue) => `manifest.json: ${issue.path.join(".")} ${issue.message}`);
  throw badRequest(faults.join("; "));
}

/** What unpacks the archive at `path` into an extension folder called `name`. */
export function extensionSource(name: string, path: string): ExtensionSource {
  return {
    name,
    async unpack(intoDir) {
      await extractArchive(path, intoDir, archiveLimits).catch((error: unknown) => {
        throw codeOf(error) === "ENOENT" ? notFound(`the archive of the extension ${name}`) : error;
      });
    },
  };
}

/** Chromium allows comments in a manifest, and some editors put a byte order mark before it. */
function parsed(bytes: Buffer): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    const comments = /"(?:\\.|[^"\\\n])*"|\/\/[^\n]*|\/\*[\s\S]*?\*\//g;
    return JSON.parse(text.replace(comments, (match) => (match.startsWith('"') ? match : " ")));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw badRequest(`manifest.json is not valid JSON: ${reason.slice(0, 200)}`);
  }
}
