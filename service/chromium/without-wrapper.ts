import { isExecutable } from "../kernel/executable.ts";

/**
 * Debian's /usr/bin/chromium is a script that adds desktop settings and starts some twenty programs before the browser, and
 * that of its headless shell waits for it: the browser itself, where it is found. Any other path stays.
 */
export function withoutWrapper(path: string): string {
  const [, name] = /^\/usr\/bin\/(chromium(?:-headless-shell)?)$/.exec(path) ?? [];
  const program = `/usr/lib/chromium/${name}`;
  return name !== undefined && isExecutable(program) ? program : path;
}
