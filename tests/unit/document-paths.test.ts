import { existsSync, globSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import { expect, it } from "vitest";
import { openStore } from "../../lib/server/db/database.ts";
import { openDatabase } from "../../service/database.ts";

const documents = [
  "README.md",
  "ARCHITECTURE.md",
  "CONTRIBUTING.md",
  "CHANGELOG.md",
  "SECURITY.md",
  ...globSync("docs/*.md"),
];
const roots = /^(app\/|bench|components|deploy\/|docs|lib|scripts|server|service|tests|\.dependency-cruiser)/;

/** Paths in backticks that begin with a folder of the repository, and targets of relative links. */
function pathsIn(document: string): string[] {
  const text = readFileSync(document, "utf8");
  const named = [...text.matchAll(/`([\w./()[\]-]+)`/g)].map(([, path = ""]) => path);
  const linked = [...text.matchAll(/\]\((?!https?:)([\w./-]+)\)/g)].map(([, path = ""]) =>
    join(dirname(document), path),
  );
  return [...named.filter((path) => roots.test(path) && /\/|^\./.test(path)), ...linked];
}

it.each(documents)("every path in %s exists", (document) => {
  expect(pathsIn(document).filter((path) => !existsSync(path))).toEqual([]);
});

/** Headings as they are named in addresses: in lower case, without punctuation, with hyphens for spaces. */
const anchorsOf = (document: string): string[] =>
  [...readFileSync(document, "utf8").matchAll(/^#+ (.*)$/gm)].map(([, title = ""]) =>
    title
      .toLowerCase()
      .replace(/[^\w\- ]/g, "")
      .replaceAll(" ", "-"),
  );

it.each(documents)("every heading that a link in %s leads to exists", (document) => {
  const links = [...readFileSync(document, "utf8").matchAll(/\]\((?!https?:)([\w./-]*)#([\w-]+)\)/g)];
  const lost = links.filter(([, path = "", anchor = ""]) => {
    const target = path === "" ? document : join(dirname(document), path);
    return !existsSync(target) || !anchorsOf(target).includes(anchor);
  });
  expect(lost.map(([link]) => link)).toEqual([]);
});

it.each(["ARCHITECTURE.md", "CONTRIBUTING.md"])("%s contains paths", (document) => {
  expect(pathsIn(document).length).toBeGreaterThan(20);
});

/** The patterns that a pattern with braces stands for: `lib/{a,b}.ts` for two. */
function expandBraces(pattern: string): string[] {
  const [all = "", members] = /\{([^{}]*)\}/.exec(pattern) ?? [];
  if (members === undefined) return [pattern];
  return members.split(",").flatMap((member) => expandBraces(pattern.replace(all, member)));
}

it("every pattern of the mutation tests has files", () => {
  const patterns = [...readFileSync("stryker.config.mjs", "utf8").matchAll(/"(lib\/[^"]+)"/g)].flatMap(
    ([, pattern = ""]) => expandBraces(pattern),
  );
  expect(patterns.length).toBeGreaterThan(20);
  expect(patterns.filter((pattern) => globSync(pattern).length === 0)).toEqual([]);
});

/** The first column of the data model's table that follows `title`, and the paths of its writers. */
function dataModel(title: string): {
  rows: { tables: string[]; writers: string[] }[];
  tables: string[];
  writers: string[];
} {
  const [, from = ""] = readFileSync("ARCHITECTURE.md", "utf8").split(`**${title}**`);
  const [section = ""] = from.split(/\n(?:\*\*|## )/, 1);
  const cells = section
    .split("\n")
    .filter((line) => line.startsWith("| `"))
    .map((line) =>
      line.split("|").map((cell) => [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)),
    );
  const rows = cells.map(([, tables = [], , writers = []]) => ({ tables, writers }));
  return {
    rows,
    tables: rows.flatMap(({ tables }) => tables),
    writers: rows.flatMap(({ writers }) => writers),
  };
}

/** Without the tables in which SQLite stores a full-text index. */
const listTables = `select name from pragma_table_list where type in ('table', 'virtual') and schema = 'main'
  and name not like 'sqlite_%' order by name`;

it("ARCHITECTURE.md lists every table of the dashboard's database with its writer", async () => {
  const dataDir = mkdtempSync(join(tmpdir(), "fleetdeck-documents-"));
  const db = await openStore({ dataDir });
  const { rows } = await sql.raw<{ name: string }>(listTables).execute(db);
  await db.destroy();
  rmSync(dataDir, { recursive: true, force: true });
  const { tables, writers } = dataModel("Dashboard database");
  const names = rows.map(({ name }) => name).filter((name) => !name.startsWith("kysely_"));
  expect(tables.toSorted()).toEqual(names);
  expect(writers.filter((path) => !existsSync(join("lib/server", path)))).toEqual([]);
});

/** Joins for the name of a row's author, and of what an act was done to: the audit lies below those nouns. */
const nameJoins = [
  "lib/server/audit/act-objects.ts alert_rules",
  "lib/server/audit/act-objects.ts alerts",
  "lib/server/audit/act-objects.ts annotations",
  "lib/server/audit/act-objects.ts invocations",
  "lib/server/audit/act-objects.ts resources",
  "lib/server/audit/act-objects.ts views",
  "lib/server/audit/act-objects.ts webhooks",
  "lib/server/timeline/annotations.ts users",
  "lib/server/views/views.ts users",
];

it("only the folder of a table's writer contains SQL on the table", () => {
  const folders = new Map(
    dataModel("Dashboard database").rows.flatMap(({ tables, writers: [writer = ""] }) =>
      tables.map((table) => [table, writer.split("/", 1)[0]] as const),
    ),
  );
  const names = [...folders.keys()].join("|");
  const sqlOn = new RegExp(
    `(?:(?:selectFrom|insertInto|updateTable|deleteFrom|Join)\\(\\s*"|(?:insertNew|upsert)\\(\\s*\\w+,\\s*"|sql\\.table\\("|\\b(?:from|join) )(${names})\\b`,
    "g",
  );
  // The schema is not a query, though a trigger of it may be one.
  const files = globSync(["lib/server/**/*.ts", "app/**/*.ts", "server/*.ts"]).filter(
    (path) => !/^lib\/server\/db\/[a-z-]+-tables\.ts$/.test(path),
  );
  const foreign = files
    .filter((path) => !path.endsWith(".test.ts"))
    .flatMap((path) =>
      [...readFileSync(path, "utf8").matchAll(sqlOn)]
        .filter(([, table = ""]) => !path.startsWith(`lib/server/${folders.get(table)}/`))
        .map(([, table]) => `${path} ${table}`),
    );
  expect([...new Set(foreign)].toSorted()).toEqual(nameJoins);
});

it("ARCHITECTURE.md lists every table of the service's database with its writer", () => {
  const store = openDatabase(":memory:");
  const rows = store.prepare<[], { name: string }>(listTables).all();
  store.close();
  const { tables, writers } = dataModel("Service database");
  expect(tables.toSorted()).toEqual(rows.map(({ name }) => name));
  expect(writers.filter((path) => !existsSync(join("service", path)))).toEqual([]);
});
