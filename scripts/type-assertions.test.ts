import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseAst } from "rolldown/parseAst";
import { Visitor } from "rolldown/utils";
import { expect, it } from "vitest";
import { isProduct, langOf, modulesUnder } from "./modules-under.mjs";

/** Whether the word stands in a line of code, at least: few files have it, and it takes seconds to parse them all. */
const mayAssert = (source: string) =>
  source.split("\n").some((line) => /\bas (?!const\b)/.test(line) && !/^\s*(\/\/|\/?\*)/.test(line));

/** The source of each type assertion of a module, without `as const`. TypeScript's option `erasableSyntaxOnly` refuses `<T>x`. */
function assertionsIn(source: string, lang: "ts" | "tsx"): string[] {
  const found: string[] = [];
  const textOf = ({ start, end }: { start: number; end: number }) => source.slice(start, end);
  new Visitor({
    TSAsExpression(node) {
      if (textOf(node.typeAnnotation) !== "const") found.push(textOf(node));
    },
  }).visit(parseAst(source, { lang }));
  return found;
}

it("finds assertions, and takes neither constants nor imports for them", () => {
  const source = `import { a as b } from "./a.ts";
const constant = ["as one"] as const;
const row = read() as Row;
const satisfied = row satisfies unknown;`;
  expect(assertionsIn(source, "ts")).toEqual(["read() as Row"]);
});

const root = fileURLToPath(new URL("..", import.meta.url));

it("finds no type assertion in the product but those of rows of the database", () => {
  const files = modulesUnder(root, ["app", "components", "lib", "server", "service"]).filter(isProduct);
  expect(files.length).toBeGreaterThan(1_000);
  const found = files.flatMap((file) => {
    const source = readFileSync(`${root}/${file}`, "utf8");
    const texts = mayAssert(source) ? assertionsIn(source, langOf(file)) : [];
    return texts.map((text) => `${file}: ${text}`);
  });
  expect(found.toSorted()).toEqual([
    "lib/server/db/number-rows.ts: row as NumberRow<Column>",
    "lib/server/db/sqlite-dialect.ts: statement.all(...parameters) as Row[]",
  ]);
});
