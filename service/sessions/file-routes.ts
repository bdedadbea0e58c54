import { readFile } from "node:fs/promises";
import { operations } from "../../lib/contract/operations/operations.ts";
import { type Implementation, implement } from "../http/route.ts";
import { BadInstancePath } from "../kernel/instance-path.ts";
import { conflict, notFound } from "../kernel/problem.ts";
import type { InstanceFiles } from "../machine/files.ts";
import { zipOfFolder } from "../machine/folder-zip.ts";
import { serviceUser } from "../machine/instance.ts";
import { receiveFile } from "../machine/receive-upload.ts";
import { whileHeld } from "./live-sessions.ts";
import { onPaths } from "./path-problems.ts";
import type { Sessions } from "./sessions.ts";
import { maxUploadBytes } from "./upload-routes.ts";

/** Files of a session's instance: read, write, archive, watch. */
export function fileRoutes({ sessions }: { sessions: Sessions }): Implementation[] {
  const instanceOf = (id: string) => sessions.living(id).instance;
  const onFiles = async <T>(id: string, act: (files: InstanceFiles) => Promise<T>) => {
    const session = sessions.living(id);
    return await whileHeld(session, () => onPaths(() => act(session.instance.files)));
  };
  return [
    implement(operations.moveFile, async ({ params, body }) => {
      await onFiles(params.id, (files) => files.move(body.src_path, body.dest_path));
      return { status: 200 };
    }),
    implement(operations.readFile, async ({ params, query, reply }) => {
      const file = await onFiles(params.id, (files) => files.open(query.path));
      const { size } = await file.stat();
      reply.code(200).headers({ "content-type": "application/octet-stream", "content-length": size });
      if (size > 0) {
        // Bytes appended meanwhile are left out, as content-length is sent already. The stream closes the file.
        const content = file.createReadStream({ start: 0, end: size - 1 });
        // A file that became shorter meanwhile: its client would wait for the rest.
        content.once("end", () => void (content.bytesRead < size && reply.raw.destroy()));
        reply.send(content);
      } else {
        await file.close();
        reply.send("");
      }
      return undefined;
    }),
    implement(operations.writeFile, async ({ params, query, request }) => {
      const session = sessions.living(params.id);
      const { files } = session.instance;
      await whileHeld(session, async (check) => {
        const received = await receiveFile(request, { dir: files.scratch, maxBytes: maxUploadBytes });
        try {
          check();
          await onPaths(() => files.put(received.path, query.path, octal(query.mode)));
        } finally {
          await received.discard();
        }
      });
      return { status: 201 };
    }),
    implement(operations.listFiles, async ({ params, query }) => ({
      status: 200,
      body: await onFiles(params.id, (files) => files.list(query.path)),
    })),
    implement(operations.retrieveFileInfo, async ({ params, query }) => ({
      status: 200,
      body: await onFiles(params.id, (files) => files.info(query.path)),
    })),
    implement(operations.createDirectory, async ({ params, body }) => {
      await onFiles(params.id, (files) => files.makeFolder(body.path, octal(body.mode)));
      return { status: 201 };
    }),
    implement(operations.deleteFile, async ({ params, body }) => {
      await onFiles(params.id, (files) => files.removeFile(body.path));
      return { status: 200 };
    }),
    implement(operations.deleteDirectory, async ({ params, body }) => {
      await onFiles(params.id, (files) => files.removeFolder(body.path));
      return { status: 200 };
    }),
    implement(operations.setFilePermissions, async ({ params, body }) => {
      await onFiles(params.id, async (files) =>
        files.setPermissions(body.path, {
          mode: octal(body.mode),
          ...(body.owner === undefined ? {} : { uid: await ownerId("user", body.owner, files.owner) }),
          ...(body.group === undefined ? {} : { gid: await ownerId("group", body.group, files.owner) }),
        }),
      );
      return { status: 200 };
    }),
    implement(operations.downloadDirectoryZip, async ({ params, query, reply, signal }) => {
      const stop = AbortSignal.any([signal, sessions.living(params.id).holding]);
      const folder = await onFiles(params.id, (files) => files.openDirectory(query.path));
      reply.code(200).header("content-type", "application/zip").send(zipOfFolder(folder, stop));
      return undefined;
    }),
    implement(operations.startFileWatch, async ({ params, body }) => {
      const session = sessions.living(params.id);
      const { watches } = session.instance;
      const watch_id = await whileHeld(session, () =>
        onPaths(() => watches.start(body.path, body.recursive ?? false)),
      );
      return { status: 201, body: { watch_id } };
    }),
    implement(operations.streamFileWatchEvents, async ({ params, signal, sendEvents }) => {
      const watch = instanceOf(params.id).watches.find(params.watch_id);
      if (!watch) throw notFound(`the watch ${params.watch_id}`);
      const events = watch.events(signal);
      if (!events) throw conflict("another stream already gets the events of this watch");
      return await sendEvents(events);
    }),
    implement(operations.stopFileWatch, async ({ params }) => {
      const stopped = await instanceOf(params.id).watches.stop(params.watch_id);
      if (!stopped) throw notFound(`the watch ${params.watch_id}`);
      return { status: 204 };
    }),
  ];
}

function octal(mode: string): number;
function octal(mode: string | undefined): number | undefined;
function octal(mode: string | undefined): number | undefined {
  return mode === undefined ? undefined : Number.parseInt(mode, 8);
}

// Resolves names of users and groups with this machine's passwd and group files.

/** This machine's users and groups. */
const ownerLists = { user: "/etc/passwd", group: "/etc/group" } as const;

/**
 * The id of a user or group given by name or number; `ownId`: that of the instance's user, the service's when absent. Throws
 * BadInstancePath for an unknown name.
 */
async function ownerId(kind: "user" | "group", given: string, ownId: number | undefined): Promise<number> {
  if (/^\d{1,10}$/.test(given)) {
    const id = Number(given);
    if (id < 2 ** 32 - 1) return id;
  }
  if (given === serviceUser) return ownId ?? (kind === "user" ? process.getuid?.() : process.getgid?.()) ?? 0;
  const list = await readFile(ownerLists[kind], "utf8");
  for (const line of list.split("\n")) {
    const [name, , id] = line.split(":");
    if (name === given && id !== undefined) return Number(id);
  }
  throw new BadInstancePath(`there is no ${kind} ${given.slice(0, 80)} in this instance`);
}
