import { mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { extensionArchiveLimits as archiveLimits } from "../../lib/contract/archive-rules.ts";
import { type ZipMember, zipOf } from "../../tests/support/zip.ts";
import { Problem } from "../kernel/problem.ts";
import { extractArchive, inspectArchive, readArchived } from "./archive.ts";

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

/**
 * The error message, which must be the same from inspecting and from unpacking; unpacking must leave nothing
 * behind.
 */
async function refusal(bytes: Buffer, limits = archiveLimits): Promise<string> {
  const path = await saved(bytes);
  const messages = await Promise.all(
    [inspectArchive(path, limits), extractArchive(path, join(dir, "out"), limits)].map((work) =>
      Promise.resolve(work).then(
        () => "accepted",
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error;
          expect(error.status).toBe(400);
          return error.message;
        },
      ),
    ),
  );
  expect(await readdir(dir)).toEqual(["archive.zip"]);
  expect(messages[0]).toBe(messages[1]);
  return messages[0] ?? "";
}

const zeros = (bytes: number) => Buffer.alloc(bytes);

describe("T33 an archive is validated before it is unpacked", () => {
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
    ["a device", [{ name: "dev", mode: 0o020666 }], "neither a file nor a folder"],
    ["a pipe", [{ name: "fifo", mode: 0o010666 }], "neither a file nor a folder"],
    ["encrypted", [{ name: "a", content: "x", flags: 0x801 }], "encrypted"],
    ["strongly encrypted", [{ name: "a", content: "x", flags: 0x841 }], "encryption"],
    ["packed in another way", [{ name: "a", content: "x", method: 14 }], "not supported"],
    ["twice", [{ name: "a" }, { name: "a" }], "twice"],
    ["a directory twice", [{ name: "a/" }, { name: "a/b" }, { name: "a/" }], "twice"],
    ["a file as a directory", [{ name: "a" }, { name: "a/b" }], "which is a file"],
    ["a directory as a file", [{ name: "a/b" }, { name: "a" }], "twice"],
    ["a bomb by ratio", [{ name: "a", content: zeros(4 * 1024 * 1024) }], "100 times"],
    ["a directory with content", [{ name: "a/", content: "x" }], "folder with content"],
    [
      "a bomb by overlap",
      [{ name: "a", content: "x".repeat(50) }, ...["b", "c"].map((name) => ({ name, sameDataAs: 0 }))],
      "overlaps",
    ],
    ["data beyond the end", [{ name: "a", content: "x", claims: { packedBytes: 9999 } }], "overflows"],
  ])("refuses %s", async (_, members, message) => {
    expect(await refusal(zipOf(members))).toContain(message);
  });

  test("refuses a bomb in many small pieces, too many entries, too much, too long a path", async () => {
    const pieces = Array.from({ length: 8 }, (_, at) => ({ name: `p${at}`, content: zeros(900_000) }));
    expect(await refusal(zipOf(pieces))).toContain("100 times");
    const many = Array.from({ length: 65_535 }, (_, at) => ({ name: String(at), stored: true }));
    expect(await refusal(zipOf(many))).toContain("more than 5,000 entries");
    const limits = { ...archiveLimits, maxTotalBytes: 10 };
    expect(await refusal(zipOf([{ name: "a", content: "12345678901" }]), limits)).toContain(
      "more than 10 bytes",
    );
    expect(await refusal(zipOf([{ name: "a/".repeat(140) }]))).toContain("longer than 255");
  });

  test("refuses other files and archives truncated anywhere", async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from("PK"), Buffer.from("not a zip".repeat(100))]) {
      expect(await refusal(bytes)).toContain("not a zip archive");
    }
    const whole = zipOf([
      { name: "a", content: "hello" },
      { name: "b/c", content: "world" },
    ]);
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 0, max: whole.length - 1 }), async (length) => {
        expect(await refusal(whole.subarray(0, length))).not.toBe("accepted");
      }),
      { numRuns: 40 },
    );
  });

  test("stops unpacking an archive that declares wrong sizes", async () => {
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

  test("a damaged archive gives the files or a 400, and writes nothing outside", async () => {
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

test("a valid archive is unpacked unchanged", async () => {
  const name = "ünï/cödé.txt";
  const path = await saved(
    zipOf([
      { name: "manifest.json", content: "{}", stored: true },
      { name: "empty/", mode: 0o040755 },
      { name, content: "text", flags: 0 },
      { name: "bin/run", content: "#!", mode: 0o104777 },
    ]),
  );
  const entries = await inspectArchive(path, archiveLimits);
  expect(entries.map((entry) => entry.path)).toEqual(["manifest.json", "empty", name, "bin/run"]);
  const out = join(dir, "out");
  await extractArchive(path, out, archiveLimits);
  expect((await readdir(out, { recursive: true })).sort()).toEqual(
    ["bin", "bin/run", "empty", "manifest.json", "ünï", name].sort(),
  );
  expect(await readFile(join(out, name), "utf8")).toBe("text");
  expect((await stat(join(out, "bin/run"))).mode & 0o7777).toBe(0o755);
  await expect(extractArchive(path, out, archiveLimits)).rejects.toMatchObject({ code: "EEXIST" });
});

test("one file is read, unless it is larger than its limit", async () => {
  const path = await saved(zipOf([{ name: "a/b", content: "text" }]));
  expect((await readArchived(path, "a/b", 4, archiveLimits))?.toString()).toBe("text");
  expect(await readArchived(path, "a", 4, archiveLimits)).toBeUndefined();
  await expect(readArchived(path, "a/b", 3, archiveLimits)).rejects.toMatchObject({
    status: 400,
    message: "a/b is larger than 3 bytes",
  });
});
