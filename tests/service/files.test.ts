import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import LatestClient from "@onkernel/sdk";
import EraClient from "onkernel-sdk-0-33";
import { afterAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { errorBody } from "../../lib/contract/error.ts";
import { fileInfo } from "../../lib/contract/files.ts";
import { strict } from "../../lib/contract/schema.ts";
import { extractArchive } from "../../service/machine/archive.ts";
import { lightChromium } from "../support/programs/launch-options.ts";
import { fullServiceForTests } from "../support/service/full-service-for-tests.ts";
import { zipOf } from "../support/zip.ts";

const service = await fullServiceForTests({ chromiumPath: lightChromium });
const { session_id: id } = await service.create({ timeout_seconds: 3600 });
const root = join(service.dataDir, "instances", id, "root");
const own = await mkdtemp(join(tmpdir(), "fd-files-own-"));
afterAll(async () => {
  await rm(own, { recursive: true, force: true });
});

const fs = (path: string, init: RequestInit = {}) => service.call(`/browsers/${id}/fs/${path}`, init);
const at = (operation: string, path: string, more = "") =>
  `${operation}?path=${encodeURIComponent(path)}${more}`;
const put = (operation: string, body: object) => fs(operation, { method: "PUT", body: JSON.stringify(body) });
const octets = { "content-type": "application/octet-stream" };
const write = (path: string, body: string | Buffer<ArrayBuffer>, more = "") =>
  fs(at("write_file", path, more), { method: "PUT", body, headers: octets });

/** Status, with the code and faults of the API's Error shape. */
async function refusal(answer: Promise<Response>) {
  const { status, text } = await answer.then(async (got) => ({ status: got.status, text: await got.text() }));
  const { code, message, details } = errorBody.parse(JSON.parse(text));
  return { status, code, message, details: (details ?? []).map((detail) => detail.message) };
}

async function empty(answer: Promise<Response>): Promise<number> {
  const got = await answer;
  expect(await got.text()).toBe("");
  expect(got.headers.get("content-type")).toBeNull();
  return got.status;
}

describe("files of an instance", () => {
  test("are written with any content type, read back, described, listed, moved and deleted", async () => {
    const content = randomBytes(200_000);
    expect(await empty(write("/tmp/a/b/file.bin", content, "&mode=0640"))).toBe(201);
    const read = await fs(at("read_file", "/tmp/a/b/file.bin"));
    expect(read.headers.get("content-type")).toBe("application/octet-stream");
    expect(Buffer.from(await read.arrayBuffer()).equals(content)).toBe(true);
    for (const type of ["application/json", "text/plain", "image/png"]) {
      const path = at("write_file", "/tmp/a/other");
      const body = `{"type": "${type}"`;
      expect(await empty(fs(path, { method: "PUT", body, headers: { "content-type": type } }))).toBe(201);
      expect(await (await fs(at("read_file", "/tmp/a/other"))).text()).toBe(body);
    }
    expect(await empty(fs(at("write_file", "/tmp/a/other"), { method: "PUT" }))).toBe(201);
    expect(await (await fs(at("read_file", "/tmp/a/other"))).text()).toBe("");
    const info = await (await fs(at("file_info", "/tmp/a/b/file.bin"))).json();
    expect(strict(fileInfo).parse(info)).toMatchObject({
      size_bytes: 200_000,
      mode: "-rw-r-----",
      is_dir: false,
    });
    expect(await empty(put("create_directory", { path: "/tmp/a/c/d", mode: "711" }))).toBe(201);
    expect(await (await fs(at("list_files", "/tmp/a/c/d"))).json()).toEqual([]);
    const list = z.array(strict(fileInfo)).parse(await (await fs(at("list_files", "/tmp/a"))).json());
    expect(list).toMatchObject([
      { name: "b", path: "/tmp/a/b", is_dir: true, size_bytes: 0 },
      { name: "c", is_dir: true },
      { name: "other", path: "/tmp/a/other", is_dir: false },
    ]);
    const user = { owner: "fleetdeck", group: "fleetdeck" };
    expect(await empty(put("set_file_permissions", { path: "/tmp/a/c/d", mode: "0700", ...user }))).toBe(200);
    const [written, changed] = await Promise.all(
      ["b/file.bin", "c/d"].map((name) => stat(join(root, "tmp/a", name))),
    );
    expect([changed?.uid, changed?.gid]).toEqual([written?.uid, written?.gid]);
    expect(await (await fs(at("file_info", "/tmp/a/c/d"))).json()).toMatchObject({ mode: "drwx------" });
    expect(await empty(put("delete_file", { path: "/tmp/a/other" }))).toBe(200);
    expect(await empty(put("delete_directory", { path: "/tmp/a" }))).toBe(200);
    expect(await empty(put("delete_directory", { path: "/tmp/a" }))).toBe(200);
    expect((await refusal(fs(at("file_info", "/tmp/a")))).status).toBe(404);
  });

  test("refuse impossible operations with the matching status", async () => {
    await mkdir(join(root, "tmp/dir"));
    await symlink("/etc/passwd", join(root, "tmp/host"));
    execFileSync("mkfifo", [join(root, "tmp/pipe")]);
    const cases: [Promise<Response>, number][] = [
      [fs(at("read_file", "/tmp/none")), 404],
      [fs(at("read_file", "/tmp/host")), 404],
      [fs(at("read_file", "/tmp/dir")), 400],
      [fs(at("read_file", "/tmp/pipe")), 400],
      [fs(at("read_file", "/../../service.db")), 400],
      [fs("read_file"), 400],
      [fs(at("read_file", "tmp")), 400],
      [fs(at("list_files", "/tmp/none")), 404],
      [fs(at("list_files", "/tmp/pipe")), 400],
      [fs(at("download_dir_zip", "/tmp/none")), 404],
      [fs(at("download_dir_zip", "/tmp/pipe")), 400],
      [write("/tmp/dir", "x"), 400],
      [write("/tmp/pipe", "x"), 400],
      [write("/tmp/x", "x", "&mode=9"), 400],
      [write("/tmp/x", "x", "&mode=12345"), 400],
      [put("create_directory", { path: "/tmp/x", mode: "rwx" }), 400],
      [put("create_directory", { path: "/tmp/pipe" }), 400],
      [put("delete_file", { path: "/tmp/dir" }), 400],
      [put("delete_file", { path: "/tmp/none" }), 404],
      [put("delete_directory", { path: "/tmp/pipe" }), 400],
      [put("delete_directory", { path: "/" }), 400],
      [put("set_file_permissions", { path: "/tmp/none", mode: "644" }), 404],
      [put("set_file_permissions", { path: "/tmp/dir" }), 400],
      [put("set_file_permissions", { path: "/tmp/dir", mode: "755", owner: "nobody at all" }), 400],
      [put("delete_file", {}), 400],
      [service.call("/browsers/none/fs/list_files?path=/"), 404],
      [service.call("/browsers/none/fs/write_file?path=/x", { method: "PUT", body: "x" }), 404],
      [
        fs("create_directory", {
          method: "PUT",
          body: "--b",
          headers: { "content-type": "multipart/form-data; boundary=b" },
        }),
        415,
      ],
      [fs("create_directory", { method: "PUT", body: "x", headers: octets }), 415],
      [fs("upload", { method: "POST", body: "{}" }), 400],
      [fs("upload", { method: "POST" }), 400],
      [fs("write_file", { method: "POST" }), 405],
    ];
    for (const [number, [answer, status]] of cases.entries()) {
      expect((await refusal(answer)).status, `case ${number}`).toBe(status);
    }
  });

  test("T32 beyond 100 MB are refused, and an aborted upload leaves the existing file", async () => {
    await write("/tmp/kept", "kept");
    const declared = new Blob([Buffer.alloc(101 * 1024 * 1024)]);
    const answer = await fs(at("write_file", "/tmp/kept"), {
      method: "PUT",
      body: declared,
      headers: octets,
    });
    expect(answer.status).toBe(413);
    const leave = new AbortController();
    const endless = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.alloc(1_000_000)),
      pull: () => leave.abort(),
    });
    const cut = {
      method: "PUT",
      body: endless,
      duplex: "half",
      headers: octets,
      signal: leave.signal,
    } as const;
    await expect(fs(at("write_file", "/tmp/kept"), cut)).rejects.toThrow();
    await expect.poll(() => readdir(join(root, "../scratch"))).toEqual([]);
    expect(await (await fs(at("read_file", "/tmp/kept"))).text()).toBe("kept");
  });
});

describe("uploads", () => {
  const spellings: Record<string, (at: number, name: string) => string> = {
    "files[][f]": (_, name) => `files[][${name}]`,
    "files[0][f]": (index, name) => `files[${index}][${name}]`,
    "files.f": (_, name) => `files.${name}`,
  };
  test.each(Object.entries(spellings))(
    "spelled %s, names before files, arrive where they are to be",
    async (spelling, spelled) => {
      const form = new FormData();
      const dir = `/tmp/up-${Object.keys(spellings).indexOf(spelling)}`;
      for (const index of [0, 1, 2]) form.append(spelled(index, "dest_path"), `${dir}/n${index}`);
      for (const index of [0, 1, 2]) form.append(spelled(index, "file"), new Blob([`content ${index}`]), "f");
      expect(await empty(sendForm("upload", form))).toBe(201);
      for (const index of [0, 1, 2]) {
        expect(await readFile(join(root, dir, `n${index}`), "utf8")).toBe(`content ${index}`);
      }
    },
  );

  test("of one bare file work, incomplete ones are refused with the fault", async () => {
    const bare = new FormData();
    bare.append("file", new Blob(["bare"]), "f");
    bare.append("dest_path", "/tmp/bare");
    expect(await empty(sendForm("upload", bare))).toBe(201);
    expect(await readFile(join(root, "tmp/bare"), "utf8")).toBe("bare");
    const lone = new FormData();
    lone.append("files[0][file]", new Blob(["x"]), "f");
    lone.append("files[1][dest_path]", "relative");
    expect((await refusal(sendForm("upload", lone))).details).toEqual([
      "files[0].dest_path: is missing",
      "files[1].file: is missing",
    ]);
    const outside = new FormData();
    outside.append("files[][file]", new Blob(["x"]), "f");
    outside.append("files[][dest_path]", "/tmp/../../../evil");
    expect((await refusal(sendForm("upload", outside))).status).toBe(400);
    expect(await readdir(join(root, "../scratch"))).toEqual([]);
  });

  test("T33 of a zip are unpacked into the directory, hostile ones refused entirely", async () => {
    const zip = (bytes: Buffer<ArrayBuffer>, dest_path = "/tmp/unpacked") => {
      const form = new FormData();
      form.append("dest_path", dest_path);
      form.append("zip_file", new Blob([bytes]), "a.zip");
      return sendForm("upload_zip", form);
    };
    const honest = zipOf([
      { name: "readme", content: "hello" },
      { name: "bin/run", content: "#!", mode: 0o100755 },
      { name: "empty/", mode: 0o040700 },
    ]);
    await mkdir(join(root, "tmp/unpacked"));
    await writeFile(join(root, "tmp/unpacked/readme"), "before");
    expect(await empty(zip(Buffer.from(honest)))).toBe(201);
    expect(await readFile(join(root, "tmp/unpacked/readme"), "utf8")).toBe("hello");
    expect(await (await fs(at("file_info", "/tmp/unpacked/bin/run"))).json()).toMatchObject({
      mode: "-rwxr-xr-x",
    });
    for (const hostile of [
      zipOf([{ name: "fine" }, { name: "../../../../evil" }]),
      zipOf([{ name: "link", content: "/etc", mode: 0o120777 }]),
      zipOf([{ name: "bomb", content: Buffer.alloc(20_000_000) }]),
      Buffer.from("no zip"),
    ]) {
      expect((await refusal(zip(Buffer.from(hostile), "/tmp/hostile"))).status).toBe(400);
    }
    await symlink("../../../..", join(root, "tmp/way-out"));
    expect(await empty(zip(Buffer.from(honest), "/tmp/way-out/tmp/in"))).toBe(201);
    expect(await readdir(join(root, "tmp/in"))).toContain("readme");
    expect(await readdir(join(root, "tmp"))).not.toContain("hostile");
    expect(await readdir(join(root, "../scratch"))).toEqual([]);
  });
});

const sendForm = (operation: string, form: FormData) =>
  fetch(`${service.url}/browsers/${id}/fs/${operation}`, {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${service.bearer}` },
  });

test("a directory is downloaded as a zip of its regular files only", async () => {
  const dir = join(root, "tmp/to-zip");
  await mkdir(join(dir, "inner/empty"), { recursive: true });
  const content = randomBytes(3_000_000);
  await writeFile(join(dir, "inner/big"), content);
  await writeFile(join(dir, "none"), "");
  await writeFile(join(dir, "back\\slash"), "x");
  await writeFile(join(dir, "c:drive"), "x");
  await mkdir(join(dir, "d:"));
  await symlink("/etc/passwd", join(dir, "host"));
  await symlink("/", join(dir, "inner/all"));
  execFileSync("mkfifo", [join(dir, "pipe")]);
  const answer = await fs(at("download_dir_zip", "/tmp/to-zip"));
  expect(answer.headers.get("content-type")).toBe("application/zip");
  const zip = join(own, "a.zip");
  await writeFile(zip, Buffer.from(await answer.arrayBuffer()));
  const out = join(own, "out");
  await extractArchive(zip, out, { maxEntries: 100, maxTotalBytes: 1e9, maxRatio: 100, maxPathBytes: 255 });
  expect((await readdir(out, { recursive: true })).sort()).toEqual(
    ["back_slash", "c_drive", "d_", "inner", "inner/big", "inner/empty", "none"].sort(),
  );
  expect((await readFile(join(out, "inner/big"))).equals(content)).toBe(true);
});

describe("a watch", () => {
  test("reports creation, writes, renames and deletion, recursively, and ends with its directory", async () => {
    await mkdir(join(root, "tmp/watched"));
    const started = await fs("watch", {
      method: "POST",
      body: JSON.stringify({ path: "/tmp/watched", recursive: true }),
    });
    expect(started.status).toBe(201);
    const { watch_id } = z.strictObject({ watch_id: z.string() }).parse(await started.json());
    const client = new EraClient({ apiKey: service.bearer, baseURL: service.url, maxRetries: 0 });
    // Waits for its reader.
    await writeFile(join(root, "tmp/watched/early"), "x");
    const stream = await client.browsers.fs.watch.events(watch_id, { id });
    const received: string[] = [];
    const ended = (async () => {
      for await (const { type, path, name, is_dir } of stream) {
        expect(path.endsWith(`/${name}`)).toBe(true);
        received.push(`${type} ${path}${is_dir ? "/" : ""}`);
      }
    })();
    const expectEvents = async (...lines: string[]) => {
      await expect.poll(() => received.slice(0, lines.length)).toEqual(lines);
      received.splice(0, lines.length);
    };
    const base = "/tmp/watched";
    await expectEvents(`CREATE ${base}/early`, `WRITE ${base}/early`);
    expect((await refusal(fs(`watch/${watch_id}/events`))).status).toBe(409);
    // Appended: a file that is emptied and written again may be seen in between, and is reported twice then.
    await appendFile(join(root, base, "early"), " and more");
    await expectEvents(`WRITE ${base}/early`);
    await put("move", { src_path: `${base}/early`, dest_path: `${base}/late` });
    await expectEvents(`RENAME ${base}/early`, `CREATE ${base}/late`);
    await put("create_directory", { path: `${base}/inner` });
    await expectEvents(`CREATE ${base}/inner/`);
    // A folder is reported before it is watched itself: it is once something in it is reported.
    await writeFile(join(root, base, "inner/probe"), "");
    await expectEvents(`CREATE ${base}/inner/probe`);
    await put("delete_file", { path: `${base}/inner/probe` });
    await expectEvents(`DELETE ${base}/inner/probe`);
    await put("move", { src_path: `${base}/late`, dest_path: `${base}/inner/late` });
    await expectEvents(`RENAME ${base}/late`, `CREATE ${base}/inner/late`);
    await put("delete_file", { path: `${base}/inner/late` });
    await expectEvents(`DELETE ${base}/inner/late`);
    await put("delete_directory", { path: `${base}/inner` });
    await expectEvents(`DELETE ${base}/inner/`);
    expect(await empty(fs(`watch/${watch_id}`, { method: "DELETE" }))).toBe(204);
    await ended;
    expect((await refusal(fs(`watch/${watch_id}/events`))).status).toBe(404);
    expect((await refusal(fs(`watch/${watch_id}`, { method: "DELETE" }))).status).toBe(404);
  });

  test("of a missing path or a file is refused; one ends with its session", async () => {
    const watch = (path: string) => fs("watch", { method: "POST", body: JSON.stringify({ path }) });
    expect((await refusal(watch("/none"))).status).toBe(404);
    await writeFile(join(root, "tmp/plain"), "");
    expect((await refusal(watch("/tmp/plain"))).status).toBe(400);
    const { session_id } = await service.create();
    const started = await service.call(`/browsers/${session_id}/fs/watch`, {
      method: "POST",
      body: JSON.stringify({ path: "/" }),
    });
    const { watch_id } = z.object({ watch_id: z.string() }).parse(await started.json());
    const events = await service.call(`/browsers/${session_id}/fs/watch/${watch_id}/events`);
    await service.sessions.end(session_id, "deleted");
    await events.text();
  });
});

describe.each([
  ["0.33.0", EraClient],
  ["0.84.0", LatestClient],
])("the published client %s", (version, Client) => {
  test("supports every file operation", async () => {
    const { fs: files } = new Client({ apiKey: service.bearer, baseURL: service.url, maxRetries: 0 })
      .browsers;
    const dir = `/home/fleetdeck/sdk ${version}`;
    await files.createDirectory(id, { path: dir, mode: "755" });
    await files.writeFile(id, "text", { path: `${dir}/a`, mode: "600" });
    expect(await (await files.readFile(id, { path: `${dir}/a` })).text()).toBe("text");
    expect((await files.fileInfo(id, { path: `${dir}/a` })).mode).toBe("-rw-------");
    await files.setFilePermissions(id, { path: `${dir}/a`, mode: "0644" });
    await files.move(id, { src_path: `${dir}/a`, dest_path: `${dir}/b` });
    const local = join(own, `local-${version}`);
    await writeFile(local, "from a stream");
    // One stream at a time: the older client sends those of several as they finish, which nobody can pair.
    await files.upload(id, { files: [{ dest_path: `${dir}/stream`, file: createReadStream(local) }] });
    const inMemory = ["one", "two"].map((name) => ({
      dest_path: `${dir}/${name}`,
      file: new File([`from ${name}`], "m"),
    }));
    await files.upload(id, { files: inMemory });
    expect(await (await files.readFile(id, { path: `${dir}/two` })).text()).toBe("from two");
    await writeFile(`${local}.zip`, zipOf([{ name: "zipped", content: "z" }]));
    await files.uploadZip(id, { dest_path: `${dir}/zip`, zip_file: createReadStream(`${local}.zip`) });
    expect((await files.listFiles(id, { path: dir })).map(({ name }) => name)).toEqual([
      "b",
      "one",
      "stream",
      "two",
      "zip",
    ]);
    const content = await files.readFile(id, { path: `${dir}/stream` });
    expect(await content.text()).toBe("from a stream");
    expect((await (await files.downloadDirZip(id, { path: dir })).blob()).size).toBeGreaterThan(100);
    await files.deleteFile(id, { path: `${dir}/b` });
    await files.deleteDirectory(id, { path: dir });
    await expect(files.fileInfo(id, { path: dir })).rejects.toBeInstanceOf(Client.NotFoundError);
    const { watch_id } = await files.watch.start(id, { path: "/tmp" });
    await files.watch.stop(watch_id ?? "", { id });
  });
});
