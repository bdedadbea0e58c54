import { expect, test } from "vitest";
import { installedMatchesLock } from "./dependencies.mjs";

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
