import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
