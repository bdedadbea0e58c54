import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { z } from "zod";

const versions = z.record(z.string(), z.string()).default({});
const manifest = z
  .object({ dependencies: versions, devDependencies: versions, optionalDependencies: versions })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));
const locked = z.object({
  version: z.string().optional(),
  integrity: z.string().optional(),
  resolved: z.string().optional(),
  link: z.boolean().optional(),
  optional: z.boolean().optional(),
  hasInstallScript: z.boolean().optional(),
});
const { lockfileVersion, packages } = z
  .object({ lockfileVersion: z.number(), packages: z.record(z.string(), locked) })
  .parse(JSON.parse(readFileSync("package-lock.json", "utf8")));
const installed = Object.entries(packages).filter(([path]) => path !== "");
const nameOf = (path: string) => path.replace(/^.*node_modules\//, "");

/** The oldest versions without a known critical fault: later ones are pinned, and an older one fails the gate. */
const oldestAllowed: Readonly<Record<string, readonly [number, number, number]>> = {
  next: [16, 3, 3],
  react: [19, 2, 4],
  "react-dom": [19, 2, 4],
  "next-auth": [4, 24, 15],
};

/** Packages with a script that npm would run while installing. `.npmrc` keeps all from running; a new one is reviewed
 *  before it is added here. */
const withInstallScript = [/^@ffmpeg-installer\/(darwin|linux)-\w+$/, /^@swc\/core$/];

function isOlder(version: string, than: readonly number[]): boolean {
  const parts = version.split(/[.-]/).map(Number);
  const at = than.findIndex((part, index) => parts[index] !== part);
  return at >= 0 && !((parts[at] ?? 0) > (than[at] ?? 0));
}

describe("packages (T60)", () => {
  test("are pinned exactly", () => {
    const all = { ...manifest.dependencies, ...manifest.devDependencies, ...manifest.optionalDependencies };
    const exact = /^(npm:(@[\w-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/;
    expect(Object.entries(all).filter(([, version]) => !exact.test(version))).toEqual([]);
  });

  test("are the ones of the lock file, each with the hash of its content", () => {
    expect(lockfileVersion).toBe(3);
    const { "": root } = z
      .object({ packages: z.record(z.string(), z.looseObject({})) })
      .parse(JSON.parse(readFileSync("package-lock.json", "utf8"))).packages;
    const { dependencies, devDependencies, optionalDependencies } = manifest;
    expect(root).toMatchObject({ dependencies, devDependencies, optionalDependencies });
    // A package for another platform may have none: npm leaves it out here, and it is never installed here.
    const unverified = installed.filter(([, { integrity, optional }]) => !integrity && optional !== true);
    expect(unverified.map(([path]) => path)).toEqual([]);
    expect(installed.filter(([, { link }]) => link).map(([path]) => path)).toEqual([]);
    expect(installed.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
  });

  test("run no script while they are installed", () => {
    expect(readFileSync(".npmrc", "utf8").split("\n")).toContain("ignore-scripts=true");
    const found = installed
      .filter(([, { hasInstallScript }]) => hasInstallScript)
      .map(([path]) => nameOf(path));
    expect(found.filter((name) => !withInstallScript.some((listed) => listed.test(name)))).toEqual([]);
  });

  test.each(Object.entries(oldestAllowed))(
    "%s is not older than %j, wherever it is installed",
    (name, oldest) => {
      const found = installed.filter(([path]) => nameOf(path) === name);
      expect(found.length).toBeGreaterThan(0);
      const versionsFound = found.map(([, { version = "" }]) => version);
      expect(versionsFound.filter((version) => isOlder(version, oldest))).toEqual([]);
    },
  );

  test("that are too old are recognized", () => {
    expect(isOlder("16.3.2", [16, 3, 3])).toBe(true);
    expect(isOlder("15.9.9", [16, 3, 3])).toBe(true);
    expect(isOlder("16.3.3", [16, 3, 3])).toBe(false);
    expect(isOlder("16.4.0", [16, 3, 3])).toBe(false);
    expect(isOlder("17.0.0", [16, 3, 3])).toBe(false);
  });

  test("are listed with version and hash in the bill of materials", () => {
    const bill = z
      .object({
        bomFormat: z.literal("CycloneDX"),
        components: z.array(
          z.object({
            name: z.string(),
            version: z.string(),
            purl: z.string(),
            hashes: z.array(z.object({ alg: z.string(), content: z.string() })).default([]),
          }),
        ),
      })
      .parse(
        JSON.parse(
          execFileSync("npm", ["run", "--silent", "sbom"], {
            encoding: "utf8",
            stdio: ["ignore", "pipe", "ignore"],
          }),
        ),
      );
    const listed = new Map(
      bill.components.map(({ name, version, hashes }) => [`${name}@${version}`, hashes]),
    );
    const missing = installed.filter(([path, { version, integrity }]) => {
      if (integrity === undefined) return false;
      const sha512 = Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex");
      const hashes = listed.get(`${nameOf(path)}@${version}`) ?? [];
      return !hashes.some(({ alg, content }) => alg === "SHA-512" && content === sha512);
    });
    expect(missing.map(([path]) => path)).toEqual([]);
  });
});
