import { existsSync, readFileSync } from "node:fs";
import { expect, it } from "vitest";

const documents = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "docs/service.md"];
const roots = /^(app|components|lib|server|service|scripts|tests|docs|\.dependency-cruiser)/;

it.each(documents)("%s names no path that is not there", (document) => {
  const text = readFileSync(document, "utf8");
  const named = [...text.matchAll(/`([\w./-]+)`/g)].map(([, path = ""]) => path);
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, path = ""]) =>
    document.startsWith("docs/") ? path.replace("../", "") : path,
  );
  const paths = [...named.filter((path) => roots.test(path) && path.includes("/")), ...linked];
  expect(paths.filter((path) => !existsSync(path))).toEqual([]);
});
