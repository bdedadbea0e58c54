import { extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import type { Extensions } from "../extensions/extensions.ts";
import { type Implementation, implement } from "../http/route.ts";
import { receiveUpload, type UploadLimits } from "../machine/receive-upload.ts";
import { fileOf, itemsOf, textOf } from "../machine/upload-items.ts";
import { loadExtensions } from "./session-extensions.ts";
import type { Sessions } from "./sessions.ts";

export interface SessionExtensionRoutesDeps {
  sessions: Sessions;
  extensions: Extensions;
  chromiumPath: string;
  /** Folder of uploads being checked; on the file system of the data folder, so that they can be renamed. */
  uploadsDir: string;
}

const mebibyte = 1024 * 1024;
const limits: UploadLimits = {
  maxParts: 2 * extensionsPerBrowser,
  maxFileBytes: 50 * mebibyte,
  maxTotalBytes: 101 * mebibyte,
  maxFieldBytes: 1024,
};

/** Upload of extensions into a running session. */
export function sessionExtensionRoutes(deps: SessionExtensionRoutesDeps): Implementation[] {
  const { sessions, uploadsDir: dir } = deps;
  return [
    implement(operations.uploadBrowserExtensions, async ({ params, request }) => {
      const session = sessions.living(params.id);
      const { lease } = session;
      const upload = await receiveUpload(request, { dir, limits });
      try {
        const items = itemsOf(upload.parts, "extensions", ["name", "zip_file"]);
        const uploaded = items.map((item) => ({
          name: textOf(item, "name"),
          path: fileOf(item, "zip_file").path,
        }));
        await loadExtensions(deps, { session, lease }, uploaded);
      } finally {
        await upload.discard();
      }
      return { status: 201 };
    }),
  ];
}
