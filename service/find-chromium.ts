// Which Chromium the service runs: the search is that of `npm start`, which may have installed it.
import { findChromium as findRunning } from "../scripts/find-chromium.mjs";
import { isExecutable } from "./kernel/executable.ts";

/**
 * The path of the browser to launch: the given one, or the first that runs of those on PATH, the applications of macOS and
 * Playwright's builds. `places`: where to look, if not in this process's environment. Rejects with an instruction for the
 * operator.
 */
export async function findChromium(
  given: string | undefined,
  places?: { env: Record<string, string | undefined> },
): Promise<string> {
  if (given !== undefined) {
    if (isExecutable(given)) return given;
    throw new Error(
      "CHROMIUM_PATH does not name an executable file. Correct it, or unset it to search the usual places.",
    );
  }
  const found = await findRunning(places);
  if (found !== undefined) return found.path;
  throw new Error(
    "no Chromium was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
  );
}
