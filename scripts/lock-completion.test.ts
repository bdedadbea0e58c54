import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { completeLock, type LockEntry, missingOptionals, platformOf } from "./lock-completion.mjs";

const lockWith = (packages: Record<string, LockEntry>) => ({ lockfileVersion: 3, packages });

describe("the lock's platform packages", () => {
  test.each([
    ["@scope/tool-linux-x64-musl", { os: ["linux"], cpu: ["x64"], libc: ["musl"] }],
    ["@scope/tool-linux-arm-gnueabihf", { os: ["linux"], cpu: ["arm"], libc: ["glibc"] }],
    ["@scope/tool-linuxmusl-arm64", { os: ["linux"], cpu: ["arm64"], libc: ["musl"] }],
    ["@scope/tool-win32-ia32-msvc", { os: ["win32"], cpu: ["ia32"] }],
    ["@scope/tool-wasm32-wasi", { cpu: ["wasm32"] }],
    ["fsevents", { os: ["darwin"] }],
    ["left-pad", {}],
  ])("%s", (name, platform) => {
    expect(platformOf(name)).toEqual(platform);
  });

  test("a missing package gets an entry limited to its platform; present ones do not change", () => {
    const given = lockWith({
      "": {},
      "node_modules/tool": {
        version: "1.2.3",
        dev: true,
        optionalDependencies: { "tool-darwin-arm64": "1.2.3", "tool-linux-x64": "1.2.3" },
      },
      "node_modules/tool-linux-x64": { version: "1.2.3", integrity: "sha512-x" },
    });
    const before = structuredClone(given);
    const { lock, added } = completeLock(given);
    expect(added).toEqual(["node_modules/tool-darwin-arm64"]);
    expect(lock.packages["node_modules/tool-darwin-arm64"]).toEqual({
      version: "1.2.3",
      cpu: ["arm64"],
      dev: true,
      optional: true,
      os: ["darwin"],
    });
    expect(lock.packages["node_modules/tool-linux-x64"]).toEqual({ version: "1.2.3", integrity: "sha512-x" });
    expect(given).toEqual(before);
    expect(completeLock(lock).added).toEqual([]);
  });

  test("one in a parent folder is not missing", () => {
    const lock = lockWith({
      "node_modules/a/node_modules/tool": { optionalDependencies: { "x-darwin-x64": "1.0.0" } },
      "node_modules/a/node_modules/x-darwin-x64": { version: "1.0.0" },
    });
    expect(missingOptionals(lock)).toEqual([]);
  });

  test("two versions of one missing package get an entry each", () => {
    const { lock, added } = completeLock(
      lockWith({
        "node_modules/a": { optionalDependencies: { "x-darwin-x64": "1.0.0" } },
        "node_modules/b": { optionalDependencies: { "x-darwin-x64": "^2.1.0" } },
      }),
    );
    expect(added).toEqual(["node_modules/x-darwin-x64", "node_modules/b/node_modules/x-darwin-x64"]);
    expect(lock.packages["node_modules/b/node_modules/x-darwin-x64"]?.version).toBe("2.1.0");
  });

  test("one required by a dev and a production package is not marked dev", () => {
    const optionalDependencies = { "x-darwin-x64": "1.0.0" };
    const { lock } = completeLock(
      lockWith({
        "node_modules/a": { dev: true, optionalDependencies },
        "node_modules/b": { optionalDependencies },
      }),
    );
    expect(lock.packages["node_modules/x-darwin-x64"]).not.toHaveProperty("dev");
  });

  test("throws for a package of unknown platform", () => {
    const lock = lockWith({ "node_modules/a": { optionalDependencies: { mystery: "1.0.0" } } });
    expect(() => completeLock(lock)).toThrow(/mystery.*no platform/);
  });

  test("the repository's own lock is complete", () => {
    const lock = JSON.parse(readFileSync(new URL("../package-lock.json", import.meta.url), "utf8"));
    expect(missingOptionals(lock)).toEqual([]);
  });
});
