// Builds the schema library for the browser with only what our schemas use. Next.js's bundler keeps all of the
// library's core (11 KiB compressed on every page), as it follows the references of unused functions; rolldown does
// not. The server uses the library unchanged.
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { rolldown } from "rolldown";

/** Import specifiers that resolve to the tree-shaken file in the browser. */
const replaced = ["zod/mini", "zod/v4/core", "zod/v4/locales/en.js"];
const entry = "shaken-schemas";

/**
 * Exports of the library that remain when the sources under `root` are bundled with it.
 * @param {string} root
 */
async function usedExports(root) {
  const bundle = await rolldown({
    cwd: root,
    logLevel: "silent",
    input: globSync("{instrumentation-client.ts,{app,components,lib}/**/*.{ts,tsx}}", {
      cwd: root,
      exclude: ["**/*.test.{ts,tsx}"],
    })
      .map((file) => join(root, file))
      .filter((file) => readFileSync(file, "utf8").includes('"zod/')),
    // Only the library's imports are followed.
    external: (id, importer) =>
      importer !== undefined && ![id, importer].some((path) => /(^|\/node_modules\/)zod\//.test(path)),
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  return new Set(
    output.flatMap((file) =>
      file.type === "chunk"
        ? Object.entries(file.modules).flatMap(([id, { renderedExports }]) =>
            id.includes("node_modules/zod/") ? renderedExports : [],
          )
        : [],
    ),
  );
}

/**
 * Writes the tree-shaken file if it changed.
 * @param {string} root
 * @returns {Promise<Record<string, { browser: string }>>} aliases for the bundler
 */
export async function buildTreeShakenSchemas(root) {
  const used = await usedExports(root);
  const libraries = await Promise.all(replaced.map((specifier) => import(specifier)));
  // The library exports functions of its core by other names as well: these are the same values.
  const values = new Set(
    libraries.flatMap((library) =>
      Object.keys(library).flatMap((name) => (used.has(name) ? [library[name]] : [])),
    ),
  );
  const exported = new Set();
  const lines = libraries.map((library, at) => {
    const names = Object.keys(library).filter((name) => values.has(library[name]) && !exported.has(name));
    for (const name of names) exported.add(name);
    return `export { ${names.join(", ")} } from "${replaced[at]}";`;
  });
  const bundle = await rolldown({
    cwd: root,
    input: entry,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) => (id === entry ? lines.join("\n") : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  writeIfChanged(join(root, ".schemas", "shaken.js"), output[0].code);
  return Object.fromEntries(replaced.map((specifier) => [specifier, { browser: "./.schemas/shaken.js" }]));
}

/**
 * Renames the file into place, as several processes of one build may write at the same time.
 * @param {string} file
 * @param {string} text
 */
function writeIfChanged(file, text) {
  if (existsSync(file) && readFileSync(file, "utf8") === text) return;
  mkdirSync(dirname(file), { recursive: true });
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, text);
  renameSync(draft, file);
}
