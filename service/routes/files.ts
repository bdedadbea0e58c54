import { dirname, join } from "node:path";
import type { FastifyRequest } from "fastify";
import { destinationPath } from "../../lib/contract/files.ts";
import { operations } from "../../lib/contract/operations.ts";
import { conflict, forbidden, notFound, Problem } from "../domain/problem.ts";
import type { Session } from "../domain/session.ts";
import type { Sessions } from "../domain/sessions.ts";
import { zipOfFolder } from "../instance/folder-zip.ts";
import { ownerId } from "../instance/owners.ts";
import { BadInstancePath } from "../instance/paths.ts";
import { archiveLimits, extractArchive, inspectArchive } from "../uploads/archive.ts";
import { fileOf, invalidParts, itemsOf, onlyItem, textOf } from "../uploads/items.ts";
import { type Part, receiveFile, receiveUpload, type Upload } from "../uploads/receive.ts";
import { unknownSession } from "./browsers.ts";
import { type Implementation, implement } from "./route.ts";

const maxBodyBytes = 100 * 1024 * 1024;
const uploadLimits = {
  maxParts: 200,
  maxFileBytes: maxBodyBytes,
  maxTotalBytes: maxBodyBytes,
  maxFieldBytes: 4 * 1024,
};
/** A tree of somebody's own: deeper than that of an extension. */
const treeLimits = { ...archiveLimits, maxEntries: 20_000, maxPathBytes: 1_024 };

export function fileRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  const sessionOf = (id: string): Session => {
    const session = sessions.find(id);
    if (!session) throw unknownSession(id);
    return session;
  };
  const filesOf = (id: string) => sessionOf(id).instance.files;
  return [
    implement(operations.moveFile, async ({ params, body }) => {
      const files = filesOf(params.id);
      await onPaths(() => files.move(body.src_path, body.dest_path));
      return { status: 200 };
    }),
    implement(operations.readFile, async ({ params, query, reply }) => {
      const files = filesOf(params.id);
      const file = await onPaths(() => files.open(query.path));
      const { size } = await file.stat();
      reply.code(200).headers({ "content-type": "application/octet-stream", "content-length": size });
      if (size > 0) {
        // What is written behind its end meanwhile is for the next reader. The stream closes the file.
        reply.send(file.createReadStream({ start: 0, end: size - 1 }));
      } else {
        await file.close();
        reply.send("");
      }
      return undefined;
    }),
    implement(operations.writeFile, async ({ params, query, request }) => {
      const files = filesOf(params.id);
      const received = await receiveFile(request, { dir: files.scratch, maxBytes: maxBodyBytes });
      try {
        await onPaths(() => files.put(received.path, query.path, octal(query.mode)));
      } finally {
        await received.discard();
      }
      return { status: 201 };
    }),
    implement(operations.listFiles, async ({ params, query }) => {
      const files = filesOf(params.id);
      return { status: 200, body: await onPaths(() => files.list(query.path)) };
    }),
    implement(operations.retrieveFileInfo, async ({ params, query }) => {
      const files = filesOf(params.id);
      return { status: 200, body: await onPaths(() => files.info(query.path)) };
    }),
    implement(operations.createDirectory, async ({ params, body }) => {
      const files = filesOf(params.id);
      await onPaths(() => files.makeFolder(body.path, octal(body.mode)));
      return { status: 201 };
    }),
    implement(operations.deleteFile, async ({ params, body }) => {
      const files = filesOf(params.id);
      await onPaths(() => files.removeFile(body.path));
      return { status: 200 };
    }),
    implement(operations.deleteDirectory, async ({ params, body }) => {
      const files = filesOf(params.id);
      await onPaths(() => files.removeFolder(body.path));
      return { status: 200 };
    }),
    implement(operations.setFilePermissions, async ({ params, body }) => {
      const files = filesOf(params.id);
      await onPaths(async () => {
        await files.setPermissions(body.path, {
          mode: octal(body.mode),
          ...(body.owner === undefined ? {} : { uid: await ownerId("user", body.owner) }),
          ...(body.group === undefined ? {} : { gid: await ownerId("group", body.group) }),
        });
      });
      return { status: 200 };
    }),
    implement(operations.downloadDirectoryZip, async ({ params, query, reply, signal }) => {
      const files = filesOf(params.id);
      const folder = await onPaths(() => files.holdFolder(query.path));
      reply.code(200).header("content-type", "application/zip").send(zipOfFolder(folder, signal));
      return undefined;
    }),
    implement(operations.uploadFiles, async ({ params, request }) => {
      const files = filesOf(params.id);
      await withUpload(request, files.scratch, async ({ parts }) => {
        const items = itemsOf(parts, "files", ["file", "dest_path"], { single: true }).map((item) => ({
          source: fileOf(item, "file").path,
          path: destinationOf(item),
        }));
        for (const { source, path } of items) await onPaths(() => files.put(source, path, undefined));
      });
      return { status: 201 };
    }),
    implement(operations.uploadZip, async ({ params, request }) => {
      const files = filesOf(params.id);
      await withUpload(request, files.scratch, async ({ parts }) => {
        const item = onlyItem(parts, ["zip_file", "dest_path"]);
        const zip = fileOf(item, "zip_file").path;
        const into = destinationOf(item);
        const { entries } = await inspectArchive(zip, treeLimits);
        const tree = join(dirname(zip), "tree");
        await extractArchive(zip, tree, treeLimits);
        await onPaths(async () => {
          await files.makeFolder(into, undefined);
          for (const entry of entries) {
            const path = `${into}/${entry.path}`;
            const mode = entry.mode === undefined ? undefined : entry.mode & 0o755;
            if (entry.isDirectory) await files.makeFolder(path, mode === undefined ? mode : mode | 0o700);
            else await files.put(join(tree, entry.path), path, mode === undefined ? mode : mode | 0o600);
          }
        });
      });
      return { status: 201 };
    }),
    implement(operations.startFileWatch, async ({ params, body }) => {
      const { watches } = sessionOf(params.id).instance;
      const watch_id = await onPaths(() => watches.start(body.path, body.recursive ?? false));
      return { status: 201, body: { watch_id } };
    }),
    implement(operations.streamFileWatchEvents, async ({ params, signal, sendEvents }) => {
      const watch = sessionOf(params.id).instance.watches.find(params.watch_id);
      if (!watch) throw notFound(`the watch ${params.watch_id}`);
      const events = watch.events(signal);
      if (!events) throw conflict("another stream already gets the events of this watch");
      return await sendEvents(events);
    }),
    implement(operations.stopFileWatch, async ({ params }) => {
      const stopped = await sessionOf(params.id).instance.watches.stop(params.watch_id);
      if (!stopped) throw notFound(`the watch ${params.watch_id}`);
      return { status: 204 };
    }),
  ];
}

async function withUpload(
  request: FastifyRequest,
  dir: string,
  act: (upload: Upload) => Promise<void>,
): Promise<void> {
  const upload = await receiveUpload(request, { dir, limits: uploadLimits });
  try {
    await act(upload);
  } finally {
    await upload.discard();
  }
}

function destinationOf(item: ReadonlyMap<string, Part>): string {
  const read = destinationPath.safeParse(textOf(item, "dest_path"));
  if (read.success) return read.data;
  throw invalidParts(read.error.issues.map((issue) => `dest_path: ${issue.message}`));
}

function octal(mode: string): number;
function octal(mode: string | undefined): number | undefined;
function octal(mode: string | undefined): number | undefined {
  return mode === undefined ? undefined : Number.parseInt(mode, 8);
}

/** A path's fault as an answer: 400, 403 or 404 with its words. */
async function onPaths<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof BadInstancePath)) throw error;
    switch (error.kind) {
      case "invalid":
        throw new Problem(400, "bad_request", error.message);
      case "forbidden":
        throw forbidden(error.message);
      case "missing":
        throw new Problem(404, "not_found", error.message);
    }
  }
}
