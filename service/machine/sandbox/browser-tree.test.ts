import { chmod, mkdir, mkdtemp, readdir, readlink, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { placeSystemEntries } from "./browser-tree.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fd-tree-"));
  for (const name of ["root", "system"]) await mkdir(join(dir, name));
});
afterEach(async () => await rm(dir, { recursive: true, force: true }));

const entries = { folders: ["etc"], links: { bin: "usr/bin", sbin: "usr/sbin", lib: "usr/lib" } };

test("T38 what programs left in the places of the system's entries is replaced; a folder is moved aside as it is", async () => {
  const [root, system] = [join(dir, "root"), join(dir, "system")];
  const outside = join(dir, "outside");
  await mkdir(outside);
  await symlink(outside, join(root, "etc"));
  await symlink(outside, join(root, "lib"));
  await writeFile(join(root, "bin"), "a file");
  await mkdir(join(root, "sbin/deep"), { recursive: true });
  await writeFile(join(root, "sbin/deep/file"), "theirs");
  await chmod(join(root, "sbin"), 0o500);

  await placeSystemEntries({ root, system }, entries);

  const targets = Object.keys(entries.links).map((name) => readlink(join(root, name)));
  expect(await Promise.all(targets)).toEqual(Object.values(entries.links));
  expect(await readdir(join(root, "etc"))).toEqual([]);
  expect(await readdir(outside)).toEqual([]);
  const [aside = ""] = await readdir(system);
  expect(await readdir(join(system, aside), { recursive: true })).toEqual(["deep", "deep/file"]);
});
