import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ZipMember, zipOf } from "../../tests/support/zip.ts";
import { Problem } from "../domain/problem.ts";
import { archiveLimits, extractArchive, inspectArchive } from "./archive.ts";

let dir: string;
beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "fd-archive-"));
});
afterEach(() => rm(dir, { recursive: true, force: true }));

async function saved(bytes: Buffer): Promise<string> {
  const path = join(dir, "archive.zip");
  await writeFile(path, bytes);
  return path;
}

/** The words of the refusal, the same from looking and from unpacking, which leaves nothing behind. */
async function refusal(bytes: Buffer, limits = archiveLimits): Promise<string> {
  const path = await saved(bytes);
  const words = await Promise.all(
    [inspectArchive(path, limits), extractArchive(path, join(dir, "out"), limits)].map((work) =>
      Promise.resolve(work).then(
        () => "taken",
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          expect(error.status).toBe(400);
          return error.message;
        },
      ),
    ),
  );
  expect(await readdir(dir)).toEqual(["archive.zip"]);
  expect(words[0]).toBe(words[1]);
  return words[0] ?? "";
}

const zeros = (bytes: number) => Buffer.alloc(bytes);

describe("T33 an archive is judged before it is unpacked", () => {
  test.each<[string, ZipMember[], string]>([
    ["traversal", [{ name: "../evil" }], "leads out"],
    ["traversal in the middle", [{ name: "a/../../evil" }], "leads out"],
    ["a directory that is ..", [{ name: "a/../" }], "leads out"],
    ["absolute", [{ name: "/etc/passwd" }], "absolute"],
    ["a drive", [{ name: "C:evil" }], "absolute"],
    ["backslash", [{ name: "..\\evil" }], "backslash"],
    ["NUL", [{ name: "a\0b" }], "control character"],
    ["empty segments", [{ name: "a//b" }], "empty segment"],
    ["no name", [{ name: "" }], "empty segment"],
    ["a dot", [{ name: "./a" }], "empty segment"],
    ["a symbolic link", [{ name: "link", content: "/etc", mode: 0o120777 }], "symbolic link"],
    ["a device", [{ name: "dev", mode: 0o020666 }], "neither a file nor a directory"],
    ["a pipe", [{ name: "fifo", mode: 0o010666 }], "neither a file nor a directory"],
    ["encrypted", [{ name: "a", content: "x", flags: 0x801 }], "encrypted"],
    ["strongly encrypted", [{ name: "a", content: "x", flags: 0x841 }], "encryption"],
    ["packed in another way", [{ name: "a", content: "x", method: 14 }], "not understood"],
    ["twice", [{ name: "a" }, { name: "a" }], "twice"],
    ["a file as a directory", [{ name: "a" }, { name: "a/b" }], "which is a file"],
    ["a directory as a file", [{ name: "a/b" }, { name: "a" }], "twice"],
    ["a bomb by ratio", [{ name: "a", content: zeros(4 * 1024 * 1024) }], "100 times"],
    ["a directory with content", [{ name: "a/", content: "x" }], "directory with content"],
    [
      "a bomb by overlap",
      [{ name: "a", content: "x".repeat(50) }, ...["b", "c"].map((name) => ({ name, sameDataAs: 0 }))],
      "overlaps",
    ],
    ["data beyond the end", [{ name: "a", content: "x", claims: { packedBytes: 9999 } }], "overflows"],
  ])("refuses %s", async (_, members, words) => {
    expect(await refusal(zipOf(members))).toContain(words);
  });

  test("refuses a bomb in many small pieces, too many entries, too much, too long a path", async () => {
    const pieces = Array.from({ length: 8 }, (_, at) => ({ name: `p${at}`, content: zeros(900_000) }));
    expect(await refusal(zipOf(pieces))).toContain("100 times");
    const many = Array.from({ length: 65_535 }, (_, at) => ({ name: String(at), stored: true }));
    expect(await refusal(zipOf(many))).toContain("65535 entries");
    const limits = { ...archiveLimits, maxTotalBytes: 10 };
    expect(await refusal(zipOf([{ name: "a", content: "12345678901" }]), limits)).toContain(
      "more than 10 bytes",
    );
    expect(await refusal(zipOf([{ name: "a/".repeat(140) }]))).toContain("longer than 255");
  });

  test("refuses what is no archive, and one cut anywhere", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("PK"), Buffer.from("not a zip".repeat(100))]) {
      expect(await refusal(bytes)).toContain("not a zip archive");
    }
    const whole = zipOf([
      { name: "a", content: "hello" },
      { name: "b/c", content: "world" },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        expect(await refusal(whole.subarray(0, length))).not.toBe("taken");
      }),
      { numRuns: 40 },
    );
  });

  test("an archive that lies about its sizes is stopped while it unpacks", async () => {
    for (const claims of [{ sizeBytes: 10 }, { sizeBytes: 2_000_000 }, { crc: 1 }]) {
      const path = await saved(
        zipOf([
          { name: "ok", content: "ok" },
          { name: "lie", content: zeros(1_000_000), claims },
        ]),
      );
      const limits = { ...archiveLimits, maxRatio: 10_000 };
      await expect(extractArchive(path, join(dir, "out"), limits)).rejects.toMatchObject({ status: 400 });
      expect(await readdir(dir)).toEqual(["archive.zip"]);
    }
  });

  test("any damage gives the files or a 400, never anything else, and nothing outside", async () => {
    const whole = zipOf([
      { name: "manifest.json", content: "{}" },
      { name: "d/", mode: 0o040755 },
      { name: "d/script.js", content: "alert(1)".repeat(20), mode: 0o100755 },
    ]);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 4 }),
        async (changes) => {
          const damaged = Buffer.from(whole);
          for (const [at, byte] of changes) damaged[at] = byte;
          const path = await saved(damaged);
          const out = join(dir, "out");
          await extractArchive(path, out, archiveLimits).catch((error: unknown) => {
            expect(error).toMatchObject({ status: 400 });
          });
          await rm(out, { recursive: true, force: true });
          expect(await readdir(dir)).toEqual(["archive.zip"]);
        },
      ),
      { numRuns: 300 },
    );
  });
});

test("an honest archive comes out as it went in", async () => {
  const name = "ünï/cödé.txt";
  const path = await saved(
    zipOf([
      { name: "manifest.json", content: "{}", stored: true },
      { name: "empty/", mode: 0o040755 },
      { name, content: "text", flags: 0 },
      { name: "bin/run", content: "#!", mode: 0o104777 },
    ]),
  );
  const { entries, totalBytes } = await inspectArchive(path, archiveLimits);
  expect(entries.map((entry) => entry.path)).toEqual(["manifest.json", "empty", name, "bin/run"]);
  expect(totalBytes).toBe(8);
  const out = join(dir, "out");
  await extractArchive(path, out, archiveLimits);
  expect((await readdir(out, { recursive: true })).sort()).toEqual(
    ["bin", "bin/run", "empty", "manifest.json", "ünï", name].sort(),
  );
  expect(await readFile(join(out, name), "utf8")).toBe("text");
  expect((await stat(join(out, "bin/run"))).mode & 0o7777).toBe(0o755);
  await expect(extractArchive(path, out, archiveLimits)).rejects.toMatchObject({ code: "EEXIST" });
});
