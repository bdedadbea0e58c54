import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { filesUnder } from "./fingerprint.mjs";
import { isMessagesFile, shownTexts } from "./interface-strings.mjs";

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
export const row = (kind: string) => kind === "Nor This" ? html\`<p class="Not this">\${"But this"}</p>\` : "UTC";`;
  expect(shownTexts(source, "ts").map(({ text }) => text)).toEqual(["Late", "It was refused.", "But this"]);
});

it("marks labels and values beside a word as short", () => {
  const source = `const note = \`\${count} short\`;
const path = \`/pools/\${id}\`;
export const View = () => <Item name="Running" value="Not this"><Field name="version" /></Item>;`;
  expect(shownTexts(source)).toEqual([
    { line: 1, text: "… short", short: true },
    { line: 3, text: "Running", short: true },
  ]);
});

const root = fileURLToPath(new URL("..", import.meta.url));
/** Names of products, of a grammar and of styles. */
const withoutTexts = new Set([
  "components/json-editor/code-area.tsx",
  "components/json-editor/json-highlight.ts",
  "components/settings/sign-ins/format-user-agent.ts",
  "components/timeline/export-style.ts",
]);

/** The texts of folders outside files of messages. */
function outsideOf(folders: readonly string[]) {
  const files = folders
    .flatMap((folder) => [...filesUnder(root, folder)])
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\.d\.ts$|^app\/api\//.test(file))
    .filter((file) => !isMessagesFile(file) && !withoutTexts.has(file));
  expect(files.length).toBeGreaterThan(50);
  return files.flatMap((file) =>
    shownTexts(readFileSync(`${root}/${file}`, "utf8"), file.endsWith("x") ? "tsx" : "ts").map((found) => ({
      ...found,
      text: `${file}:${found.line} ${found.text}`,
    })),
  );
}

it("finds every sentence of pages and components in a file of messages", () => {
  const outside = outsideOf(["app", "components"]).filter(({ short }) => short !== true);
  expect(outside).toEqual([]);
});

it("finds no more texts outside files of messages than there are: lower the ceiling with each that moves", () => {
  const outside = outsideOf([
    "app",
    "components",
    "lib/bff",
    "lib/format",
    "lib/insight",
    "lib/live",
    "lib/queries",
  ]);
  expect(outside.length).toBeLessThanOrEqual(680);
});
