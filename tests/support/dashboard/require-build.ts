import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Runs once before all tests: fails with one message instead of a timeout in every test. */
export default function requireBuild(): void {
  const built = fileURLToPath(new URL("../../../.next/BUILD_ID", import.meta.url));
  if (!existsSync(built)) {
    throw new Error("The dashboard is not built: run `npm run build` first, or `npm test` for everything.");
  }
}
