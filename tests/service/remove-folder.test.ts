import { chmodSync, existsSync, mkdirSync, mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { removeFolder, removeFolderSync } from "../../service/machine/remove-folder.ts";

/** Goes on as a user who is not root, as root may remove everything. */
function withoutRoot(): void {
  if (process.geteuid?.() !== 0) return;
  process.setegid?.(65_534);
  process.seteuid?.(65_534);
  onTestFinished(() => {
    process.seteuid?.(0);
    process.setegid?.(0);
  });
}

test.each([
  ["removeFolder", removeFolder],
  ["removeFolderSync", async (path: string) => removeFolderSync(path)],
])(
  "%s removes folders without permission to write or read, and nothing that they link to",
  async (_, remove) => {
    const top = mkdtempSync(join(tmpdir(), "fleetdeck-remove-"));
    chmodSync(top, 0o777);
    onTestFinished(() => removeFolderSync(top));
    withoutRoot();
    const [folder, other] = [join(top, "folder"), join(top, "other")];
    for (const name of ["folder/a/b", "folder/c", "other/kept"])
      mkdirSync(join(top, name), { recursive: true });
    for (const file of ["folder/a/b/x", "folder/a/y", "folder/c/z"]) writeFileSync(join(top, file), "");
    symlinkSync(other, join(folder, "link"));
    for (const [name, mode] of [
      ["a/b", 0o555],
      ["a", 0o555],
      ["c", 0],
    ] as const)
      chmodSync(join(folder, name), mode);
    chmodSync(other, 0o500);
    await remove(folder);
    expect([existsSync(folder), existsSync(join(other, "kept"))]).toEqual([false, true]);
    await remove(folder);
  },
);
