// Checks a zip archive and its manifest before it is unpacked as an extension. Chromium validates the rest of the
// manifest when it loads the extension.
import { extensionArchiveLimits } from "../../lib/contract/archive-rules.ts";
import {
  manifestIdentity,
  maxManifestBytes,
  parseManifestJson,
} from "../../lib/contract/extension-manifest.ts";
import { messageOf } from "../kernel/error-message.ts";
import { badRequest, notFound } from "../kernel/problem.ts";
import { systemErrorCode } from "../kernel/system-error.ts";
import { extractArchive, readArchived } from "../machine/archive.ts";
import type { ExtensionSource } from "../machine/extension-folders.ts";

/** Throws a Problem 400 for an unreadable archive, a missing manifest at its root or an invalid manifest. */
export async function checkExtensionArchive(path: string): Promise<void> {
  const bytes = await readArchived(path, "manifest.json", maxManifestBytes, extensionArchiveLimits);
  if (!bytes) throw badRequest("the archive has no manifest.json at its root");
  const read = manifestIdentity.safeParse(parsed(bytes));
  if (read.success) return;
  const faults = read.error.issues.map((issue) => `manifest.json: ${issue.path.join(".")} ${issue.message}`);
  throw badRequest(faults.join("; "));
}

/**
 * The source that unpacks the archive at `path` into an extension folder named `name`; `unpack` throws 404 when it is
 * missing.
 */
export function extensionSource(name: string, path: string): ExtensionSource {
  return {
    name,
    async unpack(intoDir) {
      await extractArchive(path, intoDir, extensionArchiveLimits).catch((error: unknown) => {
        throw systemErrorCode(error) === "ENOENT" ? notFound(`the archive of the extension ${name}`) : error;
      });
    },
  };
}

function parsed(bytes: Buffer): unknown {
  try {
    return parseManifestJson(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (error) {
    const reason = messageOf(error);
    throw badRequest(`manifest.json is not valid JSON: ${reason.slice(0, 200)}`);
  }
}
