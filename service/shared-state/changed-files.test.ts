import { mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { ChangedFiles, type FilePart, statePlaces } from "./changed-files.ts";

let dir: string;
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "fleetdeck-files-"));
  for (const folder of ["profiles", "deployments/one", "deployments/incoming"])
    mkdirSync(join(dir, folder), { recursive: true });
});
afterEach(() => rmSync(dir, { recursive: true }));

const write = (path: string, text: string) => writeFileSync(join(dir, path), text);
const storeAll = async (files: ChangedFiles) => {
  for (const { path } of (await files.find(statePlaces)).changed) (await files.read(path))?.stored();
};

it("finds what is new, changed or gone in the places that are named, and no unfinished files", async () => {
  const files = new ChangedFiles(dir);
  write("secret", "s");
  write("profiles/a.json", "{}");
  write("profiles/a.json.part", "");
  write("deployments/incoming/upload", "");
  write("deployments/one/index.js", "index");
  expect(await files.find(new Set(["profiles"]))).toEqual({
    changed: [{ path: "profiles/a.json", size: 2 }],
    gone: [],
  });
  expect((await files.find(statePlaces)).changed.map(({ path }) => path).toSorted()).toEqual([
    "deployments/one/index.js",
    "profiles/a.json",
    "secret",
  ]);
  await storeAll(files);
  write("deployments/one/index.js", "changed");
  rmSync(join(dir, "profiles/a.json"));
  expect(await files.find(new Set(["deployments"]))).toEqual({
    changed: [{ path: "deployments/one/index.js", size: 7 }],
    gone: [],
  });
  expect(await files.find(statePlaces)).toMatchObject({ gone: ["profiles/a.json"] });
  files.forget("profiles/a.json");
  expect(await files.find(statePlaces)).toMatchObject({ gone: [] });
});

it("tells in which folders files were added or removed since it has looked there", async () => {
  const files = new ChangedFiles(dir);
  const hourAgo = new Date(Date.now() - 3_600_000);
  for (const folder of ["profiles", "deployments"]) utimesSync(join(dir, folder), hourAgo, hourAgo);
  expect(files.unseenPlaces()).toEqual(["profiles", "extensions", "deployments"]);
  await files.find(statePlaces);
  expect(files.unseenPlaces()).toEqual([]);
  write("profiles/a.json", "{}");
  expect(files.unseenPlaces()).toEqual(["profiles"]);
  // It may not see what is changed at the same time.
  await files.find(new Set(["profiles"]));
  expect(files.unseenPlaces()).toEqual(["profiles"]);
});

it("keeps files that are there although folders beside them come and go while it looks", async () => {
  const files = new ChangedFiles(dir);
  write("deployments/one/index.js", "index");
  await storeAll(files);
  let isDone = false;
  const comeAndGo = async (folder: string) => {
    while (!isDone) {
      await mkdir(join(dir, folder, "src"), { recursive: true });
      await writeFile(join(dir, folder, "src", "file"), "");
      await rm(join(dir, folder), { recursive: true });
    }
  };
  const coming = ["deployments/incoming/upload", "deployments/two"].map(comeAndGo);
  const gone = new Set<string>();
  for (let looks = 0; looks < 500; looks += 1)
    for (const path of (await files.find(statePlaces)).gone) gone.add(path);
  isDone = true;
  await Promise.all(coming);
  expect([...gone]).toEqual([]);
});

it("finds that a file is gone which has become a folder, or whose folder is gone", async () => {
  const files = new ChangedFiles(dir);
  for (const path of ["profiles/a.json", "profiles/b.json", "deployments/one/index.js"]) write(path, "");
  await storeAll(files);
  rmSync(join(dir, "profiles/a.json"));
  mkdirSync(join(dir, "profiles/a.json"));
  rmSync(join(dir, "deployments"), { recursive: true });
  expect((await files.find(statePlaces)).gone.toSorted()).toEqual([
    "deployments/one/index.js",
    "profiles/a.json",
  ]);
});

it("reads an opened file in parts, although another takes its place, and finds that one then", async () => {
  const files = new ChangedFiles(dir);
  write("profiles/a.json", "0123456789");
  const file = await files.open("profiles/a.json");
  write("profiles/b", "other");
  renameSync(join(dir, "profiles/b"), join(dir, "profiles/a.json"));
  const parts = [await file?.read(0, 6), await file?.read(6, 6), await file?.read(12, 6)];
  expect(parts.map(String)).toEqual(["012345", "6789", ""]);
  file?.stored();
  await file?.close();
  expect(await files.find(statePlaces)).toMatchObject({ changed: [{ path: "profiles/a.json" }] });
  expect(await files.open("profiles/none")).toBeUndefined();
});

it("replaces the files of the state by others, which are known then", async () => {
  const files = new ChangedFiles(dir);
  write("profiles/old", "old");
  write("token", "stays");
  async function* others(): AsyncGenerator<FilePart> {
    yield { path: "profiles/new", isFirst: true, content: Buffer.from("one ") };
    yield { path: "profiles/new", isFirst: false, content: Buffer.from("two") };
    yield { path: "../outside", isFirst: true, content: Buffer.from("no") };
  }
  await files.replace(others());
  expect(readFileSync(join(dir, "profiles/new"), "utf8")).toBe("one two");
  expect(readFileSync(join(dir, "token"), "utf8")).toBe("stays");
  expect(await files.find(statePlaces)).toEqual({ changed: [], gone: [] });
});
