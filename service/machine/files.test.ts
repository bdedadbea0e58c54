import { execFileSync } from "node:child_process";
import { once } from "node:events";
import {
  chmod,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { waitUntil } from "../../tests/support/wait-until.ts";
import { BadInstancePath } from "../kernel/instance-path.ts";
import { InstanceFiles } from "./files.ts";

let base: string;
let root: string;
let files: InstanceFiles;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "fd-files-")));
  root = join(base, "root");
  files = new InstanceFiles(root, join(base, "scratch"));
  await mkdir(join(root, "var", "log"), { recursive: true });
  await mkdir(join(base, "outside", "inner"), { recursive: true });
  await mkdir(join(base, "scratch"));
  await writeFile(join(base, "outside", "secret"), "secret");
  await writeFile(join(base, "outside", "canary"), "");
  await writeFile(join(root, "var", "log", "own"), "own");
});
afterEach(() => rm(base, { recursive: true, force: true }));

let sources = 0;
async function put(path: string, content: string, mode?: number): Promise<void> {
  sources += 1;
  const source = join(base, "scratch", `source-${sources}`);
  await writeFile(source, content);
  await files.put(source, path, mode);
}

async function read(path: string): Promise<string> {
  const file = await files.open(path);
  try {
    return await file.readFile("utf8");
  } finally {
    await file.close();
  }
}

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => {
      if (!(error instanceof BadInstancePath)) throw error;
      return error.kind;
    },
  );

/** Everything outside of the root, with its content: must be the same afterwards. */
async function outside(): Promise<string[]> {
  const dir = join(base, "outside");
  const names = (await readdir(dir, { recursive: true })).sort();
  const bits = ((await stat(dir)).mode & 0o7777).toString(8);
  return [bits, ...names, await readFile(join(dir, "secret"), "utf8")];
}

/** Handles below the test's folder only, as the process runs tests in other threads. */
async function openHandles(): Promise<string[]> {
  const all = await readdir("/proc/self/fd");
  const targets = await Promise.all(all.map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => "")));
  return targets.filter((target) => target.startsWith(base));
}

describe("T38 paths of any form", () => {
  test("no operation reads or changes anything outside of the root or leaks a handle", async () => {
    await symlink(join(base, "outside"), join(root, "out"));
    await symlink(join(base, "outside", "secret"), join(root, "link"));
    await symlink("../outside", join(root, "up"));
    await symlink("../../../../outside/secret", join(root, "var", "relative"));
    await symlink("/nowhere", join(root, "dangling"));
    await symlink("circle", join(root, "circle"));
    await symlink(`/proc/self/fd`, join(root, "proc"));
    const before = await outside();
    const part = fc.constantFrom(
      ..."..|.|var|log|own|out|link|up|relative|dangling|circle|proc|secret|outside|inner|root|%2e%2e|\\..|a\0b||...|~|new".split(
        "|",
      ),
    );
    const path = fc.array(part, { maxLength: 5 }).map((parts) => `/${parts.join("/")}`);
    await fc.assert(
      fc.asyncProperty(path, path, async (one, other) => {
        const seen: string[] = [];
        const acts = [
          async () => void seen.push(await read(one)),
          async () =>
            void seen.push(...(await files.list(one)).map(({ name }) => (name === "secret" ? "" : name))),
          () => files.info(one),
          () => put(one, "put", 0o600),
          () => files.makeFolder(one, 0o711),
          () => files.setPermissions(one, { mode: 0o700 }),
          () => files.move(one, other),
          () => files.removeFile(other),
          () => files.removeFolder(other),
        ];
        for (const act of acts) await kindOf(act());
        expect(seen).not.toContain("secret");
        expect(seen).not.toContain("canary");
        expect(await outside()).toEqual(before);
        await mkdir(join(root, "var", "log"), { recursive: true });
      }),
      { numRuns: 250 },
    );
    expect(await openHandles()).toEqual([]);
  }, 90_000);

  test.each([
    "relative",
    "",
    "/a\0b",
    "/../secret",
    "/var/../../secret",
    `/${"x/".repeat(3_000)}`,
    `/${"x".repeat(300)}`,
  ])("refuses %j", async (path) => {
    expect(await kindOf(files.open(path))).toBe("invalid");
    expect(await kindOf(files.makeFolder(path, undefined))).toBe("invalid");
  });

  test("links are resolved with the instance's root as /", async () => {
    await symlink("/var/log", join(root, "logs"));
    await symlink("own", join(root, "var", "log", "alias"));
    await symlink("../../../../../var/./log//own", join(root, "var", "climbing"));
    await symlink("/", join(root, "var", "top"));
    expect(await read("/logs/alias")).toBe("own");
    expect(await read("/var/climbing")).toBe("own");
    expect(await read("/var/top/var/top/logs/own")).toBe("own");
    expect((await files.list("/var/top")).map(({ name }) => name)).toEqual(["logs", "var"]);
    await symlink("/made/by/writing", join(root, "dangling"));
    await put("/dangling", "through");
    expect(await readFile(join(root, "made/by/writing"), "utf8")).toBe("through");
    await files.removeFile("/logs/alias");
    expect(await read("/var/log/own")).toBe("own");
    await files.move("/logs", "/moved");
    expect((await lstat(join(root, "moved"))).isSymbolicLink()).toBe(true);
  });
});

describe("special files", () => {
  test("are listed, moved and deleted, but never opened", async () => {
    execFileSync("mkfifo", [join(root, "pipe")]);
    await symlink("/dev/zero", join(root, "zero"));
    expect(await kindOf(files.open("/pipe"))).toBe("invalid");
    expect(await kindOf(files.open("/zero"))).toBe("missing");
    expect(await kindOf(put("/pipe", "x"))).toBe("invalid");
    expect((await files.info("/pipe")).mode).toMatch(/^p/);
    expect((await files.list("/")).map(({ name, mode }) => [name, mode[0]])).toEqual([
      ["pipe", "p"],
      ["var", "d"],
      ["zero", "l"],
    ]);
    await files.move("/pipe", "/pipe2");
    await files.removeFile("/pipe2");
  });
});

// Replaces a directory by a link to the outside and restores it, as fast as it can.
const swapping = `
  const { renameSync, symlinkSync, rmSync } = require("node:fs");
  const { workerData: { place, aside, target, shared } } = require("node:worker_threads");
  const flags = new Int32Array(shared);
  const attempt = (act) => { try { act(); return true; } catch { return false; } };
  while (Atomics.load(flags, 0) === 0) {
    attempt(() => renameSync(place, aside));
    if (attempt(() => symlinkSync(target, place))) Atomics.add(flags, 1, 1);
    Atomics.wait(flags, 0, 0, Math.random());
    attempt(() => rmSync(place, { recursive: false }));
    // An operation may have created the directory meanwhile: then that one is swapped from now on.
    if (!attempt(() => renameSync(aside, place))) attempt(() => rmSync(aside, { recursive: true, force: true }));
    Atomics.wait(flags, 0, 0, Math.random());
  }`;

test("T38 a symbolic link swapped in during an operation does not lead outside", async () => {
  await mkdir(join(root, "swap", "inner"), { recursive: true });
  await writeFile(join(root, "swap", "secret"), "mine");
  const before = await outside();
  const shared = new SharedArrayBuffer(8);
  const flags = new Int32Array(shared);
  const workerData = {
    place: join(root, "swap"),
    aside: join(base, "scratch", "aside"),
    target: join(base, "outside"),
    shared,
  };
  const swapper = new Worker(swapping, { eval: true, workerData });
  const seen = new Set<string>();
  const kinds = new Set<string>();
  try {
    await waitUntil("the swapping has begun", () => Atomics.load(flags, 1) > 0);
    for (let round = 0; round < 40 || Atomics.load(flags, 1) < 100; round++) {
      await put("/free", "free");
      const acts = [
        async () => void seen.add(`read ${await read("/swap/secret")}`),
        async () => void seen.add(`listed ${(await files.list("/swap")).map(({ name }) => name).join()}`),
        () => put("/swap/secret", "mine"),
        () => put(`/swap/new-${round}`, "put"),
        () => files.makeFolder("/swap/inner/made", 0o777),
        () => files.setPermissions("/swap", { mode: 0o755 }),
        () => files.move("/free", "/swap/inner/free"),
        () => files.move("/swap/secret", "/secret"),
        () => files.move("/secret", "/swap/secret"),
        () => files.removeFolder("/swap/inner"),
        () => files.removeFile(`/swap/new-${round}`),
      ];
      await Promise.all(acts.map(async (act) => kinds.add(await kindOf(act()))));
      expect(await outside()).toEqual(before);
    }
  } finally {
    Atomics.store(flags, 0, 1);
    await once(swapper, "exit");
  }
  expect([...seen].filter((text) => text === "read secret" || text.includes("canary"))).toEqual([]);
  expect(kinds).toContain("done");
  expect(await outside()).toEqual(before);
}, 90_000);

describe("reading and writing", () => {
  test("a new file has the requested mode; an existing one keeps its mode and inode", async () => {
    await put("/a/b/c.txt", "one");
    await put("/strict", "s", 0o600);
    await put("/a/b/c.txt", "two!", 0o640);
    await link(join(root, "a/b/c.txt"), join(root, "hard"));
    await put("/a/b/c.txt", "x");
    expect(await read("/hard")).toBe("x");
    expect(((await stat(join(root, "hard"))).mode & 0o777).toString(8)).toBe("640");
    expect((await files.info("/strict")).mode).toBe("-rw-------");
    expect(await kindOf(put("/a/b", "x"))).toBe("invalid");
    expect(await kindOf(put("/a/b/c.txt/d", "x"))).toBe("invalid");
    expect(await kindOf(put("/", "x"))).toBe("invalid");
  });

  test("a name that is no UTF-8 is listed with a sign for what is no character, and no path leads to it", async () => {
    const folder = Buffer.from(`${join(root, "var", "log")}/`);
    await writeFile(Buffer.concat([folder, Buffer.from("caf\xe9.txt", "latin1")]), "content");
    expect((await files.list("/var/log")).map(({ name, size_bytes }) => [name, size_bytes])).toEqual([
      ["caf\ufffd.txt", 7],
      ["own", 3],
    ]);
    expect(await kindOf(files.info("/var/log/caf\ufffd.txt"))).toBe("missing");
  });

  test("a directory lists its entries by name, an empty one none; a missing one is an error", async () => {
    await files.makeFolder("/empty", undefined);
    await files.makeFolder("/empty", 0o700);
    expect(await files.list("/empty")).toEqual([]);
    expect(await kindOf(files.list("/none"))).toBe("missing");
    expect(await kindOf(files.list("/var/log/own"))).toBe("invalid");
    await chmod(join(root, "var/log/own"), 0o4751);
    await utimes(join(root, "var/log/own"), 1_700_000_000.123, 8_000_000_000_000);
    expect(await files.list("/var/log/")).toEqual([
      {
        name: "own",
        path: "/var/log/own",
        size_bytes: 3,
        is_dir: false,
        mod_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/),
        mode: "-rwsr-x--x",
      },
    ]);
    expect(await files.info("/empty")).toMatchObject({ mode: "drwxr-xr-x", is_dir: true, size_bytes: 0 });
    expect(await files.info("/")).toMatchObject({ name: "/", path: "/", is_dir: true });
  });

  test("deleting removes only the named entry", async () => {
    await symlink("/var", join(root, "to-var"));
    expect(await kindOf(files.removeFolder("/to-var"))).toBe("invalid");
    expect(await kindOf(files.removeFile("/var"))).toBe("invalid");
    expect(await kindOf(files.removeFile("/none"))).toBe("missing");
    expect(await kindOf(files.removeFolder("/none/at/all"))).toBe("done");
    expect(await kindOf(files.removeFolder("/"))).toBe("invalid");
    await files.removeFile("/to-var");
    expect(await read("/var/log/own")).toBe("own");
  });

  test("a deep tree with links to the outside is deleted, but not the targets of the links", async () => {
    const before = await outside();
    let path = join(root, "tree");
    for (let depth = 0; depth < 300; depth++) {
      await mkdir(path);
      await symlink(join(base, "outside"), join(path, "out"));
      await writeFile(join(path, "file"), "x");
      path = join(path, "d");
    }
    execFileSync("mkfifo", [join(root, "tree", "pipe")]);
    await chmod(join(root, "tree", "d"), 0o500);
    await files.removeFolder("/tree");
    expect(await readdir(root)).toEqual(["var"]);
    expect((await readdir(join(base, "scratch"))).filter((name) => name.startsWith("trash"))).toEqual([]);
    expect(await outside()).toEqual(before);
    expect(await openHandles()).toEqual([]);
  }, 90_000);

  test("a tree with names that are no UTF-8 is deleted", async () => {
    const named = (path: string) => Buffer.concat([Buffer.from(join(root, path)), Buffer.of(0xfc)]);
    await mkdir(join(root, "tree"));
    await writeFile(named("tree/file"), "x");
    await mkdir(Buffer.concat([named("tree/folder"), Buffer.from("/deep")]), { recursive: true });
    await files.removeFolder("/tree");
    expect(await readdir(root)).toEqual(["var"]);
    expect(await readdir(join(base, "scratch"))).not.toContainEqual(expect.stringMatching(/^trash/));
  });
});
