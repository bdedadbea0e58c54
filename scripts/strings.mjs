// `npm run strings`: prints every text that the dashboard shows, by folder, so that they can be read through as a whole.
// With --outside only those that do not stand in a file of messages.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { foldersWithTexts, isMessagesFile, shownTexts } from "./interface-strings.mjs";
import { isProduct, langOf, modulesUnder } from "./modules-under.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const outside = process.argv.includes("--outside");
const given = process.argv.slice(2).filter((argument) => argument !== "--outside");
const files = modulesUnder(root, given.length > 0 ? given : foldersWithTexts)
  .filter((file) => isProduct(file) && !(outside && isMessagesFile(file)))
  .sort();

let count = 0;
for (const file of files) {
  const texts = shownTexts(readFileSync(join(root, file), "utf8"), langOf(file), isMessagesFile(file));
  if (texts.length === 0) continue;
  count += texts.length;
  console.log(`\n${file}`);
  for (const { line, text } of texts) console.log(`  ${String(line).padStart(4)}  ${text}`);
}
console.log(`\n${count} texts`);
