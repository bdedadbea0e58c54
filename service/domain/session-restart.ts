// The two ways a session's browser starts again on purpose: going on where it was, or as if it were new.
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type BrowserStart, putAway, type RunningBrowser } from "../chromium/running-browser.ts";
import { type ExtensionSource, placeExtensions } from "../instance/extension-folders.ts";
import type { Session } from "./session.ts";

type Launch = (start: BrowserStart) => Promise<RunningBrowser>;

/** With other extensions; `fault` says why it had to come back with those it had. Rejects when not even that works. */
export async function reloaded(
  session: Session,
  launch: Launch,
  extensions: readonly string[],
  why: string,
): Promise<{ browser: RunningBrowser; fault?: unknown }> {
  const earlier = session.browser;
  const { process } = earlier.chromium;
  process.note(`restart: ${why}`);
  const left = await putAway(earlier);
  try {
    const browser = await launch({ extensions, left });
    browser.chromium.process.note(`restarted: ${extensions.length} extensions, ${left.urls.length} tabs`);
    return { browser };
  } catch (fault) {
    const browser = await launch({ extensions: earlier.extensions, left });
    browser.chromium.process.note(
      "restarted with the earlier extensions: it did not start with the new ones",
    );
    return { browser, fault };
  }
}

/** On an empty profile and in empty folders. */
export async function renewed(
  session: Session,
  launch: Launch,
  extensions: readonly ExtensionSource[],
): Promise<RunningBrowser> {
  const { chromium, instance } = session;
  const { paths } = instance;
  chromium.process.note("restart: everything its holder left is removed");
  chromium.devtools.close();
  await chromium.process.kill();
  for (const dir of [paths.profile, paths.home, join(paths.root, "tmp")]) {
    await rm(dir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
    await mkdir(dir, { mode: 0o700 });
  }
  await placeExtensions(paths, extensions);
  return await launch({ extensions: extensions.map(({ name }) => name) });
}
