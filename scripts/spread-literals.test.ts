import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { modulesUnder } from "./modules-under.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

it("finds no object literal spread into another: its properties stand by themselves", () => {
  const folders = ["app", "bench", "components", "lib", "scripts", "server", "service", "tests"];
  const files = modulesUnder(root, folders);
  expect(files.length).toBeGreaterThan(2_000);
  expect(files.filter((file) => /\.{3}[\s(]*\{/.test(readFileSync(`${root}/${file}`, "utf8")))).toEqual([]);
});
