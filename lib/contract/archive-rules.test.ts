import { describe, expect, it } from "vitest";
import { type ArchiveRecord, extensionArchiveLimits, judgeArchive } from "./archive-rules.ts";

const file = 0o100644 << 16;
const folder = 0o040755 << 16;

/** Records of these paths, one behind the other. */
const records = (paths: readonly string[], change: Partial<ArchiveRecord> = {}): ArchiveRecord[] =>
  paths.map((path, at) => ({
    path,
    sizeBytes: path.endsWith("/") ? 0 : 10,
    packedBytes: 10,
    attributes: 0,
    method: 8,
    encrypted: false,
    span: { start: at * 100, end: at * 100 + 100 },
    ...change,
  }));

const judged = (list: readonly ArchiveRecord[], limits = {}) =>
  judgeArchive(list, 1_000_000, { ...extensionArchiveLimits, ...limits });
const faultsOf = (list: readonly ArchiveRecord[], limits = {}) =>
  judged(list, limits).faults.map(({ entry, message }) => `${entry ?? "archive"}: ${message}`);

describe("an accepted archive", () => {
  it("gives its entries with their permissions and its unpacked size", () => {
    const list = [...records(["a/"], { attributes: folder }), ...records(["a/b"], { attributes: file })];
    const { faults, entries, totalBytes } = judged(
      list.map((record, at) => ({ ...record, span: { start: at, end: at } })),
    );
    expect(faults).toEqual([]);
    expect(entries.map(({ path, isDirectory, mode }) => [path, isDirectory, mode])).toEqual([
      ["a", true, 0o755],
      ["a/b", false, 0o644],
    ]);
    expect(totalBytes).toBe(10);
  });

  it("may name a folder after what lies in it, and have no modes", () => {
    expect(faultsOf(records(["a/b/c", "a/b/", "a/"]))).toEqual([]);
    expect(judged(records(["x"])).entries[0]?.mode).toBeUndefined();
  });
});

describe("refused paths (T33)", () => {
  it.each([
    ["../x", "leads out"],
    ["a/../", "leads out"],
    ["/x", "absolute"],
    ["C:x", "absolute"],
    ["a\\b", "backslash"],
    ["a\nb", "control character"],
    ["a//b", "empty segment"],
    ["./a", "empty segment"],
    ["", "empty segment"],
    ["/", "absolute"],
    ["ü".repeat(128), "longer than 255 bytes"],
  ])("%j: %s", (path, fault) => {
    expect(faultsOf(records([path])).join()).toContain(fault);
  });

  it("has segments that a file system can store, whatever the limit of a path is", () => {
    const path = `a/${"x".repeat(256)}`;
    expect(faultsOf(records([path]), { maxPathBytes: 1_024 }).join()).toContain("segment longer");
  });
});

describe("refused entries (T33)", () => {
  it.each<[string, string, Partial<ArchiveRecord>, string]>([
    ["a file's mode on a folder", "a/", { attributes: file }, "it is a file with the name of a folder"],
    ["a folder's mode on a file", "a", { attributes: folder }, "it is a folder with the name of a file"],
    ["a folder's MS-DOS attribute on a file", "a", { attributes: 0x10 }, "it is a folder with the name"],
    ["a symbolic link", "a", { attributes: 0o120777 << 16 }, "it is a symbolic link"],
    ["a device", "a", { attributes: 0o020666 << 16 }, "it is neither a file nor a folder"],
    ["an encrypted file", "a", { encrypted: true }, "it is encrypted"],
    ["another method", "a", { method: 14 }, "its compression method is not supported"],
    ["content of a folder", "a/", { sizeBytes: 1 }, "it is a folder with content"],
    ["a bomb", "a", { sizeBytes: 2 * 1024 * 1024 }, "it unpacks to more than 100 times its size"],
  ])("%s", (_, path, change, fault) => {
    expect(faultsOf(records([path], change)).join()).toContain(`${path}: ${fault}`);
  });

  it("are listed with every other fault", () => {
    expect(faultsOf(records(["../a", "b", "b"]))).toEqual([
      "../a: its path leads out of the archive",
      "b: it is in the archive twice",
    ]);
  });
});

describe("refused combinations (T33)", () => {
  it.each([
    [["a", "a"], "a: it is in the archive twice"],
    [["a/", "a/"], "a/: it is in the archive twice"],
    [["a/", "a"], "a: it is in the archive twice"],
    [["a/b", "a"], "a: it is in the archive twice"],
    [["a", "a/b/c"], "a/b/c: it lies in a, which is a file"],
  ])("%j", (paths, fault) => {
    expect(faultsOf(records(paths))).toEqual([fault]);
  });

  it("overlap", () => {
    const [a, b] = records(["a", "b"]);
    if (!a || !b) throw new Error("two records");
    expect(faultsOf([b, { ...a, span: { start: 0, end: 101 } }])).toEqual(["b: it overlaps a"]);
  });

  it("are too many, too large, or small only as long as they are packed", () => {
    expect(faultsOf(records(["a", "b"]), { maxEntries: 1 })).toEqual([
      "archive: the archive has more than 1 entries",
    ]);
    expect(faultsOf(records(["a", "b"]), { maxTotalBytes: 19 })).toEqual([
      "archive: the archive unpacks to more than 19 bytes",
    ]);
    const large = records(["a"], { sizeBytes: 201 * 1024 * 1024, packedBytes: 100 * 1024 * 1024 });
    expect(faultsOf(large)).toEqual(["archive: the archive unpacks to more than 200 MiB"]);
    const small = records(["a", "b", "c"], { sizeBytes: 900_000 });
    expect(judgeArchive(small, 10_000, extensionArchiveLimits).faults).toEqual([
      { entry: undefined, message: "the archive unpacks to more than 100 times its size" },
    ]);
  });
});
