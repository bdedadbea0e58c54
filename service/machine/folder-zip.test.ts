import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { extractArchive } from "./archive.ts";
import { zipOfFolder } from "./folder-zip.ts";
import { openDirectory } from "./resolve-beneath.ts";

test("has also what has a name that is no UTF-8, read as Latin-1", async () => {
  const dir = await mkdtemp(join(tmpdir(), "fd-zip-"));
  onTestFinished(async () => await rm(dir, { recursive: true }));
  const top = join(dir, "top");
  await mkdir(top);
  const named = (name: Buffer) => Buffer.concat([Buffer.from(`${top}/`), name]);
  const folder = named(Buffer.from("für", "latin1"));
  await mkdir(folder);
  await writeFile(Buffer.concat([folder, Buffer.from("/später", "latin1")]), "x");
  await writeFile(named(Buffer.from("grün")), "");
  const archive = join(dir, "a.zip");
  await writeFile(archive, zipOfFolder(await openDirectory(top), AbortSignal.timeout(60_000)));
  const out = join(dir, "out");
  await extractArchive(archive, out, {
    maxEntries: 10,
    maxTotalBytes: 1e6,
    maxRatio: 100,
    maxPathBytes: 255,
  });
  expect((await readdir(out, { recursive: true })).sort()).toEqual(["für", "für/später", "grün"]);
});

test("leaves nothing out where names would be the same in the archive", async () => {
  const dir = await mkdtemp(join(tmpdir(), "fd-zip-"));
  onTestFinished(async () => await rm(dir, { recursive: true }));
  const top = join(dir, "top");
  await mkdir(top);
  const named = (name: Buffer | string) => Buffer.concat([Buffer.from(`${top}/`), Buffer.from(name)]);
  for (const encoding of ["latin1", "utf8"] as const) {
    await writeFile(named(Buffer.from("für", encoding)), encoding);
    await mkdir(named(Buffer.from("grün", encoding)));
    await writeFile(named(Buffer.from("grün/a", encoding)), encoding);
  }
  for (const name of ["a\\b", "a_b", "a_b~1", "C:", "C_"]) await writeFile(named(name), name);
  const archive = join(dir, "a.zip");
  await writeFile(archive, zipOfFolder(await openDirectory(top), AbortSignal.timeout(60_000)));
  const out = join(dir, "out");
  await extractArchive(archive, out, {
    maxEntries: 20,
    maxTotalBytes: 1e6,
    maxRatio: 100,
    maxPathBytes: 255,
  });
  const files = (await readdir(out, { recursive: true, withFileTypes: true })).filter((entry) =>
    entry.isFile(),
  );
  const contents = files.map(async ({ parentPath, name }) => [
    relative(out, join(parentPath, name)),
    await readFile(join(parentPath, name), "utf8"),
  ]);
  expect(Object.fromEntries(await Promise.all(contents))).toEqual({
    für: "utf8",
    "für~1": "latin1",
    "grün/a": "utf8",
    "grün~1/a": "latin1",
    a_b: "a_b",
    "a_b~1": "a_b~1",
    "a_b~2": "a\\b",
    C_: "C_",
    "C_~1": "C:",
  });
});
