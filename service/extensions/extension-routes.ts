import * as z from "zod/mini";
import { extensionName } from "../../lib/contract/extensions.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement, page } from "../http/route.ts";
import { type Part, receiveUpload, type UploadLimits } from "../machine/receive-upload.ts";
import { fileOf, invalidParts, textOf } from "../machine/upload-items.ts";
import type { Extensions } from "./extensions.ts";
import { downloadFromWebStore } from "./web-store.ts";

export interface ExtensionRoutesDeps {
  extensions: Extensions;
  /** The folder of uploads until they are checked; on the file system of the data folder. */
  uploadsDir: string;
}

const mebibyte = 1024 * 1024;
const limits: UploadLimits = {
  maxParts: 2,
  maxFileBytes: 50 * mebibyte,
  maxTotalBytes: 51 * mebibyte,
  maxFieldBytes: 1024,
};

/** The API's operations on stored extensions. */
export function extensionRoutes(deps: ExtensionRoutesDeps): Implementation[] {
  const { extensions, uploadsDir: dir } = deps;
  return [
    implement(operations.listExtensions, async ({ query }) => ({
      status: 200,
      ...page(extensions.list(query), query, "whole"),
    })),
    implement(operations.createExtension, async ({ request }) => {
      const upload = await receiveUpload(request, { dir, limits });
      try {
        const { path, name } = storedParts(upload.parts);
        return { status: 201, body: await extensions.create(path, name) };
      } finally {
        await upload.discard();
      }
    }),
    implement(operations.downloadStoreExtension, async ({ query, reply }) => {
      const zip = await downloadFromWebStore({ fetch }, query.url, query.os ?? "linux");
      reply.code(200).header("content-type", "application/octet-stream").send(zip);
      return undefined;
    }),
    implement(operations.downloadExtension, async ({ params, reply }) => {
      const file = await extensions.openArchive(params.id_or_name);
      const { size } = await file.stat();
      reply.code(200).header("content-type", "application/octet-stream").header("content-length", size);
      // The stream closes the file, also when the client disconnects.
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

// Its path is that of another operation.
const reservedName = "from_chrome_store";

/** The archive and the name of an upload; throws a Problem 400 that lists each invalid part. */
function storedParts(parts: readonly Part[]): { path: string; name: string | undefined } {
  const faults: string[] = [];
  const received = new Map<string, Part>();
  for (const part of parts) {
    if (part.name !== "file" && part.name !== "name") {
      faults.push(`${JSON.stringify(part.name.slice(0, 80))}: is not a part of this upload`);
    } else if (received.has(part.name)) faults.push(`${part.name}: was sent twice`);
    received.set(part.name, part);
  }
  if (!received.has("file")) faults.push("file: is missing");
  if (faults.length > 0) throw invalidParts(faults);
  const { path } = fileOf(received, "file");
  if (!received.has("name")) return { path, name: undefined };
  const name = extensionName.check(
    z.refine((given) => given !== reservedName, `must not be ${reservedName}`),
  );
  const read = name.safeParse(textOf(received, "name"));
  if (!read.success) throw invalidParts(read.error.issues.map(({ message }) => `name: ${message}`));
  return { path, name: read.data };
}
