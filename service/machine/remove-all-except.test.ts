import { chmod, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeAllExcept } from "./remove-all-except.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fd-clean-"));
});
afterEach(async () => await rm(dir, { recursive: true, force: true }));

const retained = {
  folders: { home: { folders: {}, asIs: [".own"] }, var: { folders: { log: { folders: {} } } } },
};

test("keeps the folders and the listed entries, removes the rest", async () => {
  await mkdir(join(dir, "root/home/.own/deep"), { recursive: true });
  await mkdir(join(dir, "root/home/.theirs"), { recursive: true });
  await mkdir(join(dir, "root/data/deep"), { recursive: true });
  await mkdir(join(dir, "root/var/log"), { recursive: true });
  await mkdir(join(dir, "root/constructor"));
  // Names that every object has.
  const inherited = ["constructor/file", "home/toString", "__proto__"];
  for (const file of [
    ...["file", "home/file", "home/.own/deep/file", "var/log/old", "data/deep/file"],
    ...inherited,
  ]) {
    await writeFile(join(dir, "root", file), "");
  }
  await removeAllExcept(join(dir, "root"), retained);
  expect((await readdir(join(dir, "root"), { recursive: true })).sort()).toEqual([
    "home",
    "home/.own",
    "home/.own/deep",
    "home/.own/deep/file",
    "var",
    "var/log",
  ]);
});

test("T38 follows no link and restores folders that were replaced or moved", async () => {
  const outside = join(dir, "outside");
  await mkdir(join(outside, "log"), { recursive: true });
  await writeFile(join(outside, "log/precious"), "");
  await mkdir(join(dir, "root"));
  await symlink(outside, join(dir, "root/var"));
  await symlink(join(outside, "log"), join(dir, "root/elsewhere"));
  await writeFile(join(dir, "root/home"), "a file now");
  await removeAllExcept(join(dir, "root"), retained);
  expect((await readdir(join(dir, "root"), { recursive: true })).sort()).toEqual(["home", "var", "var/log"]);
  expect(await readdir(join(outside, "log"))).toEqual(["precious"]);
});

test("removes what has a name that is no UTF-8, from folders of any permissions", async () => {
  const home = join(dir, "root/home");
  await mkdir(home, { recursive: true });
  const named = (name: string) => Buffer.concat([Buffer.from(`${home}/${name}`), Buffer.of(0xfc)]);
  await writeFile(named("file"), "");
  await mkdir(Buffer.concat([named("folder"), Buffer.from("/deep")]), { recursive: true });
  await chmod(named("folder"), 0o500);
  await chmod(home, 0o500);
  await removeAllExcept(join(dir, "root"), retained);
  expect((await readdir(join(dir, "root"), { recursive: true })).sort()).toEqual(["home", "var", "var/log"]);
});
