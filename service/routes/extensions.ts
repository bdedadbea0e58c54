import * as z from "zod/mini";
import { extensionName, extensionsPerBrowser } from "../../lib/contract/extensions.ts";
import { operations } from "../../lib/contract/operations.ts";
import { pageLimit } from "../../lib/contract/paging.ts";
import type { Extensions } from "../domain/extensions.ts";
import { loadExtensions } from "../domain/session-extensions.ts";
import type { Sessions } from "../domain/sessions.ts";
import { fromWebStore } from "../domain/web-store.ts";
import { fileOf, invalidParts, itemsOf, textOf } from "../uploads/items.ts";
import { type Part, receiveUpload, type UploadLimits } from "../uploads/receive.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement, page } from "./route.ts";

export interface ExtensionRoutesDeps {
  sessions: Sessions;
  extensions: Extensions;
  chromiumPath: string;
  /** Where uploads lie while they are looked at; on the file system of the data folder. */
  uploadsDir: string;
}

const mebibyte = 1024 * 1024;
const manyLimits: UploadLimits = {
  maxParts: 2 * extensionsPerBrowser,
  maxFileBytes: 50 * mebibyte,
  maxTotalBytes: 101 * mebibyte,
  maxFieldBytes: 1024,
};
const oneLimits: UploadLimits = { ...manyLimits, maxParts: 2, maxTotalBytes: 51 * mebibyte };

export function extensionRoutes(deps: ExtensionRoutesDeps): Implementation[] {
  const { sessions, extensions, uploadsDir: dir } = deps;
  return [
    implement(operations.uploadBrowserExtensions, async ({ params, request }) => {
      const session = sessions.find(params.id);
      if (!session) throw unknownSession(params.id);
      const upload = await receiveUpload(request, { dir, limits: manyLimits });
      try {
        const items = itemsOf(upload.parts, "extensions", ["name", "zip_file"]);
        const uploaded = items.map((item) => ({
          name: textOf(item, "name"),
          path: fileOf(item, "zip_file").path,
        }));
        await loadExtensions(deps, session, uploaded);
      } finally {
        await upload.discard();
      }
      return { status: 201 };
    }),
    implement(operations.listExtensions, async ({ query }) => ({
      status: 200,
      // Early clients know no pages here: they get all that one page can hold.
      ...page(extensions.list(query), { ...query, limit: query.limit ?? pageLimit.max }),
    })),
    implement(operations.createExtension, async ({ request }) => {
      const upload = await receiveUpload(request, { dir, limits: oneLimits });
      try {
        const { path, name } = storedParts(upload.parts);
        return { status: 201, body: await extensions.create(path, name) };
      } finally {
        await upload.discard();
      }
    }),
    implement(operations.downloadStoreExtension, async ({ query, reply }) => {
      const zip = await fromWebStore({ fetch }, query.url, query.os ?? "linux");
      reply.code(200).header("content-type", "application/octet-stream").send(zip);
      return undefined;
    }),
    implement(operations.downloadExtension, async ({ params, reply }) => {
      const file = await extensions.openArchive(params.id_or_name);
      const { size } = await file.stat();
      reply.code(200).header("content-type", "application/octet-stream").header("content-length", size);
      // The stream closes the file, also when the client leaves.
      reply.send(file.createReadStream());
      return undefined;
    }),
    implement(operations.retrieveExtension, async ({ params }) => ({
      status: 200,
      body: extensions.retrieve(params.id_or_name),
    })),
    implement(operations.deleteExtension, async ({ params }) => {
      await extensions.delete(params.id_or_name);
      return { status: 204 };
    }),
  ];
}

// Its address is that of an operation.
const reservedName = "from_chrome_store";

/** The archive and the name of an upload to the store; Problem 400 names each part that is wrong. */
function storedParts(parts: readonly Part[]): { path: string; name: string | undefined } {
  const faults: string[] = [];
  const met = new Map<string, Part>();
  for (const part of parts) {
    if (part.name !== "file" && part.name !== "name") {
      faults.push(`${JSON.stringify(part.name.slice(0, 80))}: is not a part of this upload`);
    } else if (met.has(part.name)) faults.push(`${part.name}: was sent twice`);
    met.set(part.name, part);
  }
  if (!met.has("file")) faults.push("file: is missing");
  if (faults.length > 0) throw invalidParts(faults);
  const { path } = fileOf(met, "file");
  if (!met.has("name")) return { path, name: undefined };
  const name = extensionName.check(
    z.refine((given) => given !== reservedName, `must not be ${reservedName}`),
  );
  const read = name.safeParse(textOf(met, "name"));
  if (!read.success) throw invalidParts(read.error.issues.map(({ message }) => `name: ${message}`));
  return { path, name: read.data };
}
