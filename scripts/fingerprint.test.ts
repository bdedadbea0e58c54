import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { buildFingerprint } from "./build-dashboard.mjs";
import { fingerprint, readStamp, writeStamp } from "./fingerprint.mjs";

let root = "";
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "fleetdeck-fingerprint-"));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(path: string, content: string): void {
  mkdirSync(join(root, path, ".."), { recursive: true });
  writeFileSync(join(root, path), content);
}

test("changes with contents, names and new files only", () => {
  put("app/page.tsx", "one");
  put("app/deep/er.ts", "two");
  const first = fingerprint(root, ["app", "absent"]);
  expect(fingerprint(root, ["absent", "app"])).toBe(first);
  put("app/page.tsx", "ONE");
  const changed = fingerprint(root, ["app"]);
  expect(changed).not.toBe(first);
  put("app/page.tsx", "one");
  expect(fingerprint(root, ["app"])).toBe(first);
  put("app/new.ts", "");
  expect(fingerprint(root, ["app"])).not.toBe(first);
});

test("changes when content moves from one file to the next", () => {
  put("a/1", "xy");
  put("a/2", "");
  const first = fingerprint(root, ["a"]);
  put("a/1", "x");
  put("a/2", "y");
  expect(fingerprint(root, ["a"])).not.toBe(first);
});

test("the build's fingerprint covers its sources and settings, not tests or the service", () => {
  put("app/page.tsx", "one");
  const first = buildFingerprint(root);
  put("app/page.test.ts", "a test");
  put("service/main.ts", "elsewhere");
  expect(buildFingerprint(root)).toBe(first);
  put("next.config.js", "export default {}");
  expect(buildFingerprint(root)).not.toBe(first);
});

test("a stamp reads back as written; undefined before that", () => {
  const file = join(root, "deep/stamp");
  expect(readStamp(file)).toBeUndefined();
  writeStamp(file, "abc x");
  expect(readStamp(file)).toBe("abc x");
});
