import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { foldersWithTexts, isMessagesFile, shownTexts } from "./interface-strings.mjs";
import { isProduct, langOf, modulesUnder } from "./modules-under.mjs";

it("finds what is shown, and neither classes nor names of code", () => {
  const source = `import { x } from "./a file.ts";
const word = "Ended";
const kind: "Not this" | "nor this" = pick("kebab-case", "read");
export const View = ({ count }: Props) => (
  <p className="flex items-center gap-2" title="Copy the id" data-row="Not this">
    {count} browsers end. {count > 1 ? \`\${count} pools are short\` : "one pool"}
  </p>
);`;
  expect(shownTexts(source)).toEqual([
    { line: 2, text: "Ended" },
    { line: 5, text: "Copy the id" },
    { line: 6, text: "browsers end." },
    { line: 6, text: "… pools are short" },
    { line: 6, text: "one pool" },
  ]);
});

it("takes neither what is compared, nor keys, nor markup for a text", () => {
  const source = `const labels = { "In time": "Late" };
switch (kind) { case "Not this": break; }
const broken = () => { throw new TypeError("Not this either"); };
const refused = () => { throw new Error("It was refused."); };
class NotThis extends Error { override readonly name = "NotThis"; }
const key = "Not this"; const item = { key: "Nor this" }; const has = "Not this" in globalThis;
export const row = (kind: string) => kind === "Nor This" ? html\`<p class="Not this">\${"But this"}</p>\` : "UTC";`;
  expect(shownTexts(source, "ts").map(({ text }) => text)).toEqual(["Late", "It was refused.", "But this"]);
});

it("finds labels and values beside a word, and no paths", () => {
  const source = `const note = \`\${count} short\`;
const path = \`/pools/\${id}\`;
export const View = () => <Item name="Running" value="Not this"><Field name="version" /></Item>;`;
  expect(shownTexts(source)).toEqual([
    { line: 1, text: "… short" },
    { line: 3, text: "Running" },
  ]);
});

it("finds single words where elements have their content and their labels", () => {
  const source = `const kind = isOn ? "nothing" : "here";
const column = { id: "status", label: "status" };
export const View = () => <Item title={isOn ? "on" : undefined} tone="bad">{isOn ? "open" : "·"} {of("this")}</Item>;
export const after = [{ value: "60", label: "1 hour" }];`;
  expect(shownTexts(source).map(({ text }) => text)).toEqual(["status", "on", "open", "1 hour"]);
});

it("finds single words in cells, rows, notices and what is formatted", () => {
  const source = `const column = { cell: ({ end }) => (end === null ? "now" : <Time at={end} />), kind: () => "hidden" };
const sheet = { rows: gaps.map((gap) => [gap.list, gap.filled ? "yes" : "no"]) };
notify.done(\`\${name} \${isOff ? "disabled" : "enabled"}\`);
function formatEnd(end: number) { if (end === 0) return "lasts"; return read("this"); }`;
  expect(shownTexts(source).map(({ text }) => text)).toEqual([
    "now",
    "yes",
    "no",
    "disabled",
    "enabled",
    "lasts",
  ]);
});

const root = fileURLToPath(new URL("..", import.meta.url));
/** What may stand elsewhere: no texts, or nothing but a unit between figures. */
const withoutTexts = new Set([
  // Styles and names of a grammar.
  "components/json-editor/code-area.tsx",
  "components/json-editor/json-highlight.ts",
  "components/timeline/export-style.ts",
  // Names of products, places and kinds of a database.
  "components/settings/sign-ins/format-user-agent.ts",
  "lib/format/time-zone.ts",
  "lib/bff/recorder.ts",
  // Patterns and states of readers.
  "lib/format/json-scan.ts",
  "lib/format/line-parts.ts",
  "lib/format/log-level.ts",
  // Units: `412 ms`, `3 of 10`, `5 min ago`, `1280 × 800, 60 Hz`.
  "lib/format/duration.ts",
  "lib/format/numbers.ts",
  "lib/format/relative-time.ts",
  "lib/format/viewport.ts",
]);
/** Routes, and descriptions of operations: they document the API. */
const ofTheApi = /^(app\/api|lib\/bff\/operations)\//;

it("finds every text of the interface in a file of messages", () => {
  const files = modulesUnder(root, foldersWithTexts)
    .filter(isProduct)
    .filter((file) => !isMessagesFile(file) && !withoutTexts.has(file) && !ofTheApi.test(file));
  expect(files.length).toBeGreaterThan(500);
  const outside = files.flatMap((file) =>
    shownTexts(readFileSync(`${root}/${file}`, "utf8"), langOf(file)).map(
      ({ line, text }) => `${file}:${line} ${text}`,
    ),
  );
  expect(outside).toEqual([]);
});

it("names no file without need that may have texts", () => {
  const needless = [...withoutTexts].filter((file) => {
    const source = readFileSync(`${root}/${file}`, "utf8");
    return shownTexts(source, langOf(file)).length === 0;
  });
  expect(needless).toEqual([]);
});
