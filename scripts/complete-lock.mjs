// Completes package-lock.json (see lock-completion.mjs); with --check it only reports whether that is needed.
import { readFileSync, writeFileSync } from "node:fs";
import { completeLock } from "./lock-completion.mjs";

const file = new URL("../package-lock.json", import.meta.url);
const { lock, added } = completeLock(JSON.parse(readFileSync(file, "utf8")));

if (added.length === 0) {
  console.log("package-lock.json is complete.");
} else if (process.argv.includes("--check")) {
  console.error(
    `package-lock.json lacks ${added.length} optional packages (${added[0]}, …), so npm ci refuses it. Run: npm run lock`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
  console.log(`package-lock.json: added ${added.length} entries for packages of other platforms.`);
}
