import { isExecutable } from "../kernel/executable.ts";

const defaultPaths = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The browser to launch: the given path or one of the usual ones. Throws with an instruction for the operator. */
export function findChromium(given: string | undefined): string {
  if (given !== undefined) {
    if (isExecutable(given)) return given;
    throw new Error(
      "CHROMIUM_PATH does not name an executable file. Correct it, or unset it to search the usual places.",
    );
  }
  const found = defaultPaths.find(isExecutable);
  if (found === undefined) {
    throw new Error(
      "no Chromium was found. Install one (Debian: apt-get install chromium) or set CHROMIUM_PATH.",
    );
  }
  return found;
}

/**
 * Debian's /usr/bin/chromium is a script that adds desktop settings and starts some twenty programs before the browser:
 * the browser itself, where it is found. Any other path stays.
 */
export function withoutWrapper(path: string): string {
  const [, name] = /^\/usr\/bin\/(chromium)$/.exec(path) ?? [];
  const program = `/usr/lib/${name}/${name}`;
  return name !== undefined && isExecutable(program) ? program : path;
}
