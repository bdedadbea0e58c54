import { expect, it } from "vitest";
import { shownTexts } from "./interface-strings.mjs";

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
