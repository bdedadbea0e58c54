import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { expect, it, onTestFinished } from "vitest";
import { compressBuild } from "./compress-build.mjs";

it("compresses the files that are named by their content, and no other: the framework writes some once more", async () => {
  const folder = mkdtempSync(join(tmpdir(), "build-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const texts = {
    "static/chunks/a1.js": "script",
    "static/chunks/b2.css": "style",
    "static/chunks/c3.woff2": "font",
    "static/build-1/_ssgManifest.js": "before the pages are generated",
  };
  for (const [file, text] of Object.entries(texts)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  await compressBuild(folder);
  const compressed = globSync("**/*.br", { cwd: folder }).sort();
  expect(compressed).toEqual(["static/chunks/a1.js.br", "static/chunks/b2.css.br"]);
  const [script = ""] = compressed;
  expect(brotliDecompressSync(readFileSync(join(folder, script))).toString()).toBe("script");
});
