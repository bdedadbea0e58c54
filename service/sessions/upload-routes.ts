import { dirname, join } from "node:path";
import type { FastifyRequest } from "fastify";
import { extensionArchiveLimits } from "../../lib/contract/archive-rules.ts";
import { destinationPath } from "../../lib/contract/files.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import { extractArchive, inspectArchive } from "../machine/archive.ts";
import { type Part, receiveUpload, type Upload } from "../machine/receive-upload.ts";
import { fileOf, invalidParts, itemsOf, onlyItem, textOf } from "../machine/upload-items.ts";
import { whileHeld } from "./live-sessions.ts";
import { onPaths } from "./path-problems.ts";
import type { Session } from "./session.ts";
import type { Sessions } from "./sessions.ts";

/** The bytes of one request. */
export const maxUploadBytes = 100 * 1024 * 1024;
const uploadLimits = {
  maxParts: 200,
  maxFileBytes: maxUploadBytes,
  maxTotalBytes: maxUploadBytes,
  maxFieldBytes: 4 * 1024,
};
/** Larger than for an extension: the archive is a client's own tree. */
const treeLimits = { ...extensionArchiveLimits, maxEntries: 20_000, maxPathBytes: 1_024 };

/** Uploads of files and of whole trees into a session's instance. */
export function uploadRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  return [
    implement(operations.uploadFiles, async ({ params, request }) => {
      const session = sessions.living(params.id);
      const { files } = session.instance;
      await withUpload(request, session, async (parts, check) => {
        const items = itemsOf(parts, "files", ["file", "dest_path"], { single: true }).map((item) => ({
          source: fileOf(item, "file").path,
          path: destinationOf(item),
        }));
        await onPaths(async () => {
          for (const { source, path } of items) {
            check();
            await files.put(source, path, undefined);
          }
        });
      });
      return { status: 201 };
    }),
    implement(operations.uploadZip, async ({ params, request }) => {
      const session = sessions.living(params.id);
      const { files } = session.instance;
      await withUpload(request, session, async (parts, check) => {
        const item = onlyItem(parts, ["zip_file", "dest_path"]);
        const zip = fileOf(item, "zip_file").path;
        const into = destinationOf(item);
        const entries = await inspectArchive(zip, treeLimits);
        const tree = join(dirname(zip), "tree");
        await extractArchive(zip, tree, treeLimits);
        await onPaths(async () => {
          check();
          await files.makeFolder(into, undefined);
          for (const entry of entries) {
            check();
            const path = `${into}/${entry.path}`;
            const mode = entry.mode === undefined ? undefined : entry.mode & 0o755;
            if (entry.isDirectory) await files.makeFolder(path, mode === undefined ? mode : mode | 0o700);
            else await files.put(join(tree, entry.path), path, mode === undefined ? mode : mode | 0o600);
          }
        });
      });
      return { status: 201 };
    }),
  ];
}

/** `check`: see `whileHeld`. */
async function withUpload(
  request: FastifyRequest,
  session: Session,
  act: (parts: Upload["parts"], check: () => void) => Promise<void>,
): Promise<void> {
  const { scratch: dir } = session.instance.files;
  await whileHeld(session, async (check) => {
    const upload = await receiveUpload(request, { dir, limits: uploadLimits });
    try {
      await act(upload.parts, check);
    } finally {
      await upload.discard();
    }
  });
}

function destinationOf(item: ReadonlyMap<string, Part>): string {
  const read = destinationPath.safeParse(textOf(item, "dest_path"));
  if (read.success) return read.data;
  throw invalidParts(read.error.issues.map((issue) => `dest_path: ${issue.message}`));
}
