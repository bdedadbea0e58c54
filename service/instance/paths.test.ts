import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { BadInstancePath, openInside, resolveInside } from "./paths.ts";

let base: string;
let root: string;
beforeEach(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), "fd-paths-")));
  root = join(base, "root");
  await mkdir(join(root, "var", "log"), { recursive: true });
  await writeFile(join(base, "secret"), "secret");
  await writeFile(join(root, "var", "log", "own"), "own");
});
afterEach(() => rm(base, { recursive: true, force: true }));

const both = [true, false];

describe("T38 paths of an instance", () => {
  test("stay inside, whatever they are made of", async () => {
    await symlink(base, join(root, "out"));
    await symlink(join(base, "secret"), join(root, "link"));
    await symlink("../secret", join(root, "relative"));
    await symlink("/nowhere", join(root, "dangling"));
    const part = fc.constantFrom(
      ..."..|.|var|log|own|out|link|relative|dangling|secret|root|%2e%2e|\\..|a\0b||...|~".split("|"),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(part, { maxLength: 6 }),
        fc.constantFrom(...both),
        async (parts, followLast) => {
          const path = `/${parts.join("/")}`;
          const resolved = await resolveInside(root, path, { followLast }).catch((error: unknown) => {
            expect(error).toBeInstanceOf(BadInstancePath);
            return undefined;
          });
          if (resolved === undefined) return;
          expect(resolved === root || resolved.startsWith(`${root}/`)).toBe(true);
          // Reading what was resolved never gives the secret.
          if (followLast) expect(await realpath(resolved).catch(() => root)).toMatch(new RegExp(`^${root}`));
        },
      ),
      { numRuns: 500 },
    );
  });

  test.each(["relative", "", "/a\0b", "/../secret", "/var/../../secret"])("refuses %j", async (path) => {
    for (const followLast of both) {
      await expect(resolveInside(root, path, { followLast })).rejects.toBeInstanceOf(BadInstancePath);
    }
  });

  test("a link inside is followed for reading and is itself what a move moves", async () => {
    await symlink("own", join(root, "var", "log", "alias"));
    expect(await resolveInside(root, "/var/log/alias", { followLast: true })).toBe(join(root, "var/log/own"));
    expect(await resolveInside(root, "/var/log/alias", { followLast: false })).toBe(
      join(root, "var/log/alias"),
    );
  });

  test("only plain files are opened", async () => {
    const handle = await openInside(root, "/var/log/own");
    expect(await handle.readFile("utf8")).toBe("own");
    await handle.close();
    await expect(openInside(root, "/var/log")).rejects.toThrow("not a file");
    await expect(openInside(root, "/var/log/none")).rejects.toThrow("no such file");
    await expect(openInside(root, "/var/log/own/x")).rejects.toThrow("not a directory");
  });
});
