import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ensureDependencies, installedMatchesLock } from "./dependencies.mjs";

const lock = {
  packages: {
    "": {},
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/b-darwin-x64": { version: "1.0.0", optional: true },
  },
};
const installed = (packages: Record<string, { version: string; integrity?: string }>) => ({ packages });

test("compares npm's record of installed packages with the lock, package by package", () => {
  const a = { version: "1.0.0", integrity: "sha512-a" };
  expect(installedMatchesLock(lock, installed({ "node_modules/a": a }))).toBe(true);
  expect(installedMatchesLock(lock, installed({}))).toBe(false);
  expect(installedMatchesLock(lock, installed({ "node_modules/a": { ...a, version: "1.0.1" } }))).toBe(false);
  expect(installedMatchesLock(lock, installed({ "node_modules/a": { ...a, integrity: "sha512-z" } }))).toBe(
    false,
  );
  expect(
    installedMatchesLock(lock, installed({ "node_modules/a": a, "node_modules/c": { version: "2.0.0" } })),
  ).toBe(false);
});

test("a missing file means not installed", () => {
  expect(installedMatchesLock(lock, undefined)).toBe(false);
  expect(installedMatchesLock(undefined, lock)).toBe(false);
});

test("packages that are installed count where nothing can be written", async () => {
  const root = mkdtempSync(join(tmpdir(), "fleetdeck-dependencies-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const write = (path: string) => {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), JSON.stringify(lock));
  };
  write("package-lock.json");
  write("node_modules/.package-lock.json");
  // As on a disk that is read-only the stamp cannot be written.
  mkdirSync(join(root, "node_modules/.fleetdeck-installed"));
  expect(await ensureDependencies(root)).toBe("up to date");
});
