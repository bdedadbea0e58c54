import { describe, expect, it } from "vitest";
import { extensionZip, markingExtension } from "../../tests/support/service/extension-archives.ts";
import { type ZipMember, zipOf } from "../../tests/support/zip.ts";
import { checkExtension } from "./zip-extension.ts";
import { packFolder, repackWithout } from "./zip-pack.ts";

const manifest = JSON.stringify({ manifest_version: 3, name: "Tested", version: "1.2" });
const member: ZipMember = { name: "manifest.json", content: manifest };
const blob = (bytes: Buffer) => new Blob([new Uint8Array(bytes)]);
const checked = (members: readonly ZipMember[]) => checkExtension(blob(zipOf(members)));
const faultsOf = async (members: readonly ZipMember[]) =>
  (await checked(members)).faults.map(({ entry, message }) => `${entry ?? "archive"}: ${message}`);

describe("valid extensions", () => {
  it("has no faults, and an identity and permissions", async () => {
    const zip = markingExtension("m", {
      permissions: ["storage", "https://a.example/*"],
      host_permissions: ["*://*/*"],
    });
    const { faults, manifest: read, folder } = await checkExtension(blob(zip));
    expect(faults).toEqual([]);
    expect(folder).toBeUndefined();
    expect(read).toMatchObject({ name: "An extension of the tests", version: "1.0", manifestVersion: 3 });
    expect(read?.permissions).toEqual([{ text: "storage", broad: false }]);
    expect(read?.hosts).toEqual([
      { text: "*://*/*", broad: true },
      { text: "https://a.example/*", broad: false },
      { text: "<all_urls>", broad: true },
    ]);
  });

  it("may be uncompressed, contain folders and have a localized name", async () => {
    const text = JSON.stringify({
      manifest_version: 2,
      name: "__MSG_app_Name__",
      version: "1",
      default_locale: "de",
    });
    const { faults, manifest: read } = await checked([
      { name: "manifest.json", content: `\uFEFF// a comment\n${text}`, stored: true },
      { name: "_locales/" },
      { name: "_locales/de/messages.json", content: '{"App_name":{"message":"Gerät"}}' },
    ]);
    expect(faults).toEqual([]);
    expect(read?.name).toBe("Gerät");
  });
});

describe("hostile archives (T33)", () => {
  it.each([
    ["..", "../evil.js", "leads out"],
    ["a .. inside", "a/../../evil.js", "leads out"],
    ["an absolute path", "/etc/evil", "absolute"],
    ["a drive", "C:/evil", "absolute"],
    ["a backslash", "a\\..\\evil.js", "backslash"],
    ["NUL", "a\0b", "control character"],
    ["an empty segment", "a//b", "empty segment"],
    ["a long path", "a".repeat(300), "longer than"],
  ])("refuses a name with %s", async (_, name, fault) => {
    expect((await faultsOf([member, { name, content: "x" }])).join()).toContain(fault);
  });

  it("refuses a symbolic link, a device and an encrypted entry, each by name", async () => {
    const faults = await faultsOf([
      member,
      { name: "link", content: "/etc/passwd", mode: 0o120777 },
      { name: "device", mode: 0o020666 },
      { name: "secret", content: "x", flags: 0x801 },
    ]);
    expect(faults).toEqual([
      "link: it is a symbolic link",
      "device: it is neither a file nor a folder",
      "secret: it is encrypted",
    ]);
  });

  it("refuses a folder with a file's mode, and a file with a folder's", async () => {
    const faults = await faultsOf([
      member,
      { name: "folder/", mode: 0o100644 },
      { name: "file", mode: 0o040755 },
    ]);
    expect(faults).toEqual([
      "folder/: it is a file with the name of a folder",
      "file: it is a folder with the name of a file",
    ]);
  });

  it("refuses bombs: by declared ratio, and by size when unpacked", async () => {
    const zeros = Buffer.alloc(4 * 1024 * 1024);
    expect(await faultsOf([member, { name: "zeros", content: zeros }])).toContain(
      "zeros: it unpacks to more than 100 times its size",
    );
    const lying = await faultsOf([member, { name: "zeros", content: zeros, claims: { sizeBytes: 10_000 } }]);
    expect(lying.join()).toMatch(/zeros: it cannot be unpacked/);
    const petabyte = { name: "huge", content: "x", claims: { sizeBytes: 0xfffffff0 } };
    expect(await faultsOf([member, petabyte])).toContain("archive: the archive unpacks to more than 200 MiB");
  });

  it("refuses overlapping entries", async () => {
    const content = Buffer.alloc(2000, "ab");
    const faults = await faultsOf([member, { name: "a", content }, { name: "b", content, sameDataAs: 1 }]);
    expect(faults).toContain("b: it overlaps a");
  });

  it("refuses 5,001 entries and accepts 5,000", { timeout: 60_000 }, async () => {
    const many = Array.from({ length: 4_999 }, (_, at) => ({ name: `f${at}`, content: "", stored: true }));
    expect(await faultsOf([member, ...many])).toEqual([]);
    expect(await faultsOf([member, ...many, { name: "one-more", content: "" }])).toEqual([
      "archive: the archive has more than 5,000 entries",
    ]);
  });

  it("refuses repeated paths, and a file that is also a folder", async () => {
    expect(await faultsOf([member, member])).toContain("manifest.json: it is in the archive twice");
    expect(await faultsOf([member, { name: "a", content: "x" }, { name: "a/b", content: "y" }])).toContain(
      "a/b: it lies in a, which is a file",
    );
  });

  it("refuses a wrong checksum", async () => {
    const faults = await faultsOf([member, { name: "a.js", content: "abc", claims: { crc: 7 } }]);
    expect(faults.join()).toMatch(/^a\.js: it cannot be unpacked/);
  });

  it.each([
    ["text", Buffer.from("hello"), "not a zip archive"],
    ["nothing", Buffer.alloc(0), "not a zip archive"],
    ["a signed package", Buffer.from("Cr24\x03\x00\x00\x00"), ".crx"],
    ["a cut off archive", extensionZip("1").subarray(0, 200), "cannot be read"],
    [
      "an archive with something behind its end",
      Buffer.concat([extensionZip("1"), Buffer.alloc(9)]),
      "cannot be read",
    ],
    ["two archives in one", Buffer.concat([extensionZip("1"), extensionZip("2")]), "cannot be read"],
    ["an archive that claims other entries", zipOf([member], { entryCount: 3 }), "cannot be read"],
  ])("refuses %s", async (_, bytes, fault) => {
    const { faults } = await checkExtension(blob(bytes));
    expect(faults[0]?.message).toContain(fault);
  });
});

describe("manifest", () => {
  it.each([
    ["no JSON", "{", /not valid JSON/],
    [
      "version 1",
      JSON.stringify({ manifest_version: 1, name: "a", version: "1" }),
      /manifest_version must be 2 or 3/,
    ],
    ["no name", JSON.stringify({ manifest_version: 3, version: "1" }), /name must be text/],
    [
      "a bad version",
      JSON.stringify({ manifest_version: 3, name: "a", version: "one" }),
      /version must be one/,
    ],
    ["an array", "[]", /manifest\.json/],
  ])("is refused with %s", async (_, content, fault) => {
    expect((await faultsOf([{ name: "manifest.json", content }])).join()).toMatch(fault);
  });

  it("is reported missing, also when only a nested one exists", async () => {
    const fault = "archive: there is no manifest.json at the root of the archive";
    expect(await faultsOf([{ name: "content.js", content: "1" }])).toEqual([fault]);
    expect(
      await faultsOf([
        { ...member, name: "a/manifest.json" },
        { name: "b.txt", content: "" },
      ]),
    ).toEqual([fault]);
  });

  it("can be moved to the root from a folder that contains everything", async () => {
    const zip = blob(
      zipOf([
        { ...member, name: "ext/manifest.json" },
        { name: "ext/deep/a.js", content: "let a;" },
        { name: "__MACOSX/ext/._a", content: "x" },
      ]),
    );
    const first = await checkExtension(zip);
    expect(first.folder).toBe("ext");
    expect(first.manifest?.name).toBe("Tested");
    expect(first.faults).toHaveLength(1);
    const again = await checkExtension(await repackWithout(zip, "ext"));
    expect(again).toMatchObject({ faults: [], folder: undefined, entryCount: 2 });
  });
});

it("packs a dropped folder without faults, excluding foreign files", async () => {
  const file = new Blob([manifest]);
  const zip = await packFolder([
    { path: "manifest.json", file },
    { path: "a/b.js", file: new Blob(["1"]) },
    { path: ".git/HEAD", file: new Blob(["ref"]) },
    { path: "a/.DS_Store", file: new Blob(["x"]) },
  ]);
  expect(await checkExtension(zip)).toMatchObject({ faults: [], entryCount: 2 });
});
