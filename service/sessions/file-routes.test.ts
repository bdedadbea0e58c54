import { existsSync, readdirSync, readlinkSync, truncateSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { finished } from "node:stream/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Operation } from "../../lib/contract/operation.ts";
import { operations } from "../../lib/contract/operations/operations.ts";
import { boundary, multipartBody } from "../../tests/support/service/extension-archives.ts";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { zipOf } from "../../tests/support/zip.ts";
import { DirectoryWatches } from "../machine/directory-watches.ts";
import { InstanceFiles } from "../machine/files.ts";
import { fileRoutes } from "./file-routes.ts";
import type { Sessions } from "./sessions.ts";
import { uploadRoutes } from "./upload-routes.ts";

let top: string;
beforeEach(async () => {
  top = await mkdtemp(join(tmpdir(), "fd-file-routes-"));
  await mkdir(join(top, "root"));
});
afterEach(() => rm(top, { recursive: true, force: true }));

/** The routes on a session with real files. */
function setUp(options: { owner?: number } = {}) {
  const [closing, holding] = [new AbortController(), new AbortController()];
  const files = new InstanceFiles(join(top, "root"), join(top, "scratch"), options);
  const session = {
    id: "s1",
    lease: "first",
    instance: { files },
    closing: closing.signal,
    holding: holding.signal,
  };
  const sessions = { living: () => session } as unknown as Sessions;
  const routes = [...fileRoutes({ sessions }), ...uploadRoutes({ sessions })];
  return {
    files,
    call: async (operation: Operation, more: object) =>
      await routes
        .find((route) => route.operation === operation)
        ?.handle({
          params: { id: "s1" },
          query: {},
          body: undefined,
          signal: new AbortController().signal,
          ...more,
        } as never),
    release() {
      session.lease = "next";
      holding.abort();
    },
    async end() {
      closing.abort();
      holding.abort();
      await rm(top, { recursive: true });
    },
  };
}

/** A body that is received as it is written. */
function slowRequest(type: string) {
  const headers = { "content-type": type };
  const raw = Object.assign(new PassThrough(), { headers });
  return { raw, request: { raw, headers } };
}

const multipart = `multipart/form-data; boundary=${boundary}`;
const zip = zipOf([{ name: "inside.txt", content: "theirs" }]);

const uploads: [string, Operation, { type: string; query: object; body: Buffer }][] = [
  [
    "write_file",
    operations.writeFile,
    {
      type: "application/octet-stream",
      query: { path: "/tmp/late" },
      body: Buffer.from("theirs"),
    },
  ],
  [
    "upload",
    operations.uploadFiles,
    {
      type: multipart,
      query: {},
      body: multipartBody([
        ["files[0][dest_path]", "/tmp/late"],
        ["files[0][file]", Buffer.from("theirs")],
      ]),
    },
  ],
  [
    "upload_zip",
    operations.uploadZip,
    {
      type: multipart,
      query: {},
      body: multipartBody([
        ["dest_path", "/tmp/late"],
        ["zip_file", zip],
      ]),
    },
  ],
];

describe.each(uploads)("%s", (_name, operation, { type, query, body }) => {
  /** Sends half of the body, then the rest after `between`. */
  async function uploaded(between: (routes: ReturnType<typeof setUp>) => Promise<void> | void) {
    const routes = setUp();
    const { raw, request } = slowRequest(type);
    const answer = routes.call(operation, { query, request });
    answer.catch(() => {});
    raw.write(body.subarray(0, 3));
    const scratch = join(top, "scratch");
    await waitUntil("it is being received", () => existsSync(scratch) && readdirSync(scratch).length > 0);
    await between(routes);
    raw.end(body.subarray(3));
    return await answer;
  }

  test("is stored for the holder who sends it", async () => {
    expect(await uploaded(() => {})).toEqual({ status: 201 });
    expect(existsSync(join(top, "root/tmp/late"))).toBe(true);
    expect(await readdir(join(top, "scratch"))).toEqual([]);
  });

  test("is not stored for the next holder", async () => {
    await expect(uploaded((routes) => routes.release())).rejects.toMatchObject({ status: 404 });
    expect(existsSync(join(top, "root/tmp"))).toBe(false);
    expect(await readdir(join(top, "scratch"))).toEqual([]);
  });

  test("is 404 when the session ends before it is received", async () => {
    await expect(uploaded((routes) => routes.end())).rejects.toMatchObject({ status: 404 });
  });
});

test("an archive that is still being read ends with its holder", async () => {
  await writeFile(join(top, "root/large"), Buffer.alloc(20_000_000, "theirs"));
  await writeFile(join(top, "root/later"), "theirs");
  const { call, release } = setUp();
  let sent: Readable | undefined;
  const reply = {
    code: () => reply,
    header: () => reply,
    send(body: Readable) {
      sent = body;
      return reply;
    },
  };
  await call(operations.downloadDirectoryZip, { query: { path: "/" }, reply });
  if (!sent) throw new Error("nothing was sent");
  const ended = finished(sent);
  release();
  await expect(ended).rejects.toThrow("aborted");
});

test("the connection ends when a file becomes shorter while it is read, as its client waits for the rest", async () => {
  const path = join(top, "root/log");
  await writeFile(path, Buffer.alloc(1_000_000, "x"));
  const destroyed = vi.fn();
  const reply = {
    raw: { destroy: destroyed },
    code: () => reply,
    headers: () => reply,
    send(body: Readable) {
      body.once("data", () => truncateSync(path, 10));
      return reply;
    },
  };
  await setUp().call(operations.readFile, { query: { path: "/log" }, reply });
  await expect.poll(() => destroyed.mock.calls.length).toBe(1);
});

test("a directory watch that starts while its instance is cleaned is closed", async () => {
  const watched = join(top, "root/watched");
  await mkdir(watched);
  const watches = new DirectoryWatches(join(top, "root"));
  const openFolders = () =>
    readdirSync("/proc/self/fd").filter((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`).startsWith(watched);
      } catch {
        return false;
      }
    });
  const starting = watches.start("/watched", true);
  await watches.close();
  await expect(starting).rejects.toThrow("no longer in use");
  await expect.poll(openFolders).toEqual([]);
  expect(await watches.stop(await watches.start("/watched", true))).toBe(true);
});

test.each([
  ["the instance's own user", { owner: 70_001 }, 70_001, 70_001],
  ["the service's user where the instance has none", {}, process.getuid?.(), process.getgid?.()],
])("the user of an instance is %s", async (_, options, uid, gid) => {
  const { call, files } = setUp(options);
  const changed = vi.spyOn(files, "setPermissions").mockResolvedValue();
  const body = { path: "/tmp/a", mode: "600", owner: "fleetdeck", group: "fleetdeck" };
  await call(operations.setFilePermissions, { body });
  expect(changed).toHaveBeenCalledWith("/tmp/a", { mode: 0o600, uid, gid });
});
