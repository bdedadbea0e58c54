import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { filesUnder } from "./fingerprint.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

it("finds no object literal spread into another: its properties stand by themselves", () => {
  const files = ["app", "bench", "components", "lib", "scripts", "server", "service", "tests"]
    .flatMap((folder) => [...filesUnder(root, folder)])
    .filter((file) => /\.(tsx?|mjs)$/.test(file));
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter((file) => /\.{3}[\s(]*\{/.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});
