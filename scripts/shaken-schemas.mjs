// The schema library as the browser gets it: only what our schemas use. Next's bundler keeps all of the library's core,
// because it counts what unused functions refer to; rolldown does not. The server takes the library as it is.
import { mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rolldown } from "rolldown";
import * as mini from "zod/mini";

/** Modules the browser takes from the one shaken file, as they are spelled in imports. */
const replaced = ["zod/mini", "zod/v4/core", "zod/v4/locales/en.js"];
/** Whole rooms of the library: in our code they name types only. */
const namespaces = new Set(["core", "locales", "iso", "coerce", "regexes", "util", "z"]);
const rooms = ["app", "components", "lib"];
const entry = "shaken-schemas";

/** Names of the library that the sources under `root` use. */
function usedNames(root) {
  const functions = new Set();
  const classes = new Set();
  const files = rooms.flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: "utf8" }).map((file) =>
      join(root, room, file),
    ),
  );
  for (const file of files) {
    if (!/\.tsx?$/.test(file) || file.includes(".test.")) continue;
    const text = readFileSync(file, "utf8");
    if (text.includes('"zod/mini"')) {
      for (const [, name] of text.matchAll(/\bz\.([A-Za-z_][A-Za-z0-9_]*)/g)) {
        if (name in mini && !namespaces.has(name)) functions.add(name);
      }
    }
    for (const [, names] of text.matchAll(/import \{([^}]*)\} from "zod\/v4\/core"/g)) {
      for (const name of names.split(",").map((word) => word.trim())) {
        if (name !== "" && !name.startsWith("type ")) classes.add(name);
      }
    }
  }
  return { functions: [...functions].sort(), classes: [...classes].sort() };
}

/**
 * Writes the file when it differs from what is there.
 * @param {string} root
 * @returns {Promise<Record<string, { browser: string }>>} aliases for the bundler
 */
export async function shakenSchemas(root) {
  const { functions, classes } = usedNames(root);
  const bundle = await rolldown({
    cwd: root,
    input: entry,
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : null),
        load: (id) =>
          id === entry
            ? [
                `export { ${functions.join(", ")} } from "zod/mini";`,
                `export { ${classes.join(", ")} } from "zod/v4/core";`,
                'export { default } from "zod/v4/locales/en.js";',
              ].join("\n")
            : null,
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const folder = join(root, ".schemas");
  const file = join(folder, "shaken.js");
  const { code } = output[0];
  if (readOr(file) !== code) {
    mkdirSync(folder, { recursive: true });
    // Several processes of one build may come here at a time.
    const draft = `${file}.${process.pid}`;
    writeFileSync(draft, code);
    renameSync(draft, file);
  }
  return Object.fromEntries(replaced.map((name) => [name, { browser: "./.schemas/shaken.js" }]));
}

function readOr(file) {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
