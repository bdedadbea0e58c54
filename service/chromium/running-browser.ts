// A running Chromium with its pages, and its restart on the same profile. Chromium restores tabs with their history,
// cookies and storage; this module adds what it does not restore.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { extensionDir } from "../machine/extension-folders.ts";
import type { Instance } from "../machine/instance.ts";
import { DevTools, DevToolsClosed } from "./devtools.ts";
import { Dialogs } from "./dialogs.ts";
import { checkLoaded } from "./extensions.ts";
import {
  type Chromium,
  type ChromiumOptions,
  launchChromium,
  localStorageDelayMs,
  opensWindow,
  prepareChromium,
  type WaitingChromium,
} from "./launch.ts";
import { logPageConsole } from "./page-console.ts";
import { Pages } from "./pages.ts";
import { type ProfileState, readProfileState, writeProfileState } from "./profile-state.ts";

const closeTimeoutMs = 8000;
/** For Chromium to write what pages stored until then, with some time more for a busy machine. */
const storedBeforeCloseMs = localStorageDelayMs + 500;
const commandTimeoutMs = 5000;
const loadTimeoutMs = 5000;
const pageTimeoutMs = 2000;
/** The wait for the page in front after a restart, when all tabs are restored at once; the first answer ends it. */
const frontTimeoutMs = 10_000;

export interface RunningBrowser {
  chromium: Chromium;
  pages: Pages;
  dialogs: Dialogs;
  /** Resolves when Chromium has the request to open its first page: requests from then on are answered after it. */
  opening: Promise<void>;
  /** Resolves when its first page is open and logged; a browser that cannot open one is ended. */
  opened: Promise<void>;
  /** Names of the loaded extensions. */
  extensions: readonly string[];
}

/** Options of one start, in addition to the session's settings. */
export interface BrowserStart {
  /** Names of extensions installed in the instance. */
  extensions: readonly string[];
  /** State of the last browser on the same profile, to be restored. */
  left?: SavedBrowserState;
  /** The process that becomes the browser; one is started when absent. */
  waiting?: WaitingChromium;
}

/** State of a browser when it was closed. */
export interface SavedBrowserState {
  /** Tabs of the default browser context; contexts created by a client close with its connection. */
  urls: readonly string[];
  origins: readonly string[];
  /** Set when the browser had to be killed: its cookie file may lack the newest cookies. */
  cookies?: ProfileState;
}

const ownContexts = z.object({ browserContextIds: z.array(z.string()) });
const loaded = z.tuple([z.string(), z.enum(["interactive", "complete"])]);

/**
 * Launches, tracks pages from the start, and resolves when all extensions are loaded and `left` is restored. Its first
 * page may open a moment later, unless `left` is restored.
 */
export async function startBrowser(
  chromiumPath: string,
  instance: Instance,
  options: ChromiumOptions,
  { extensions, left, waiting }: BrowserStart,
): Promise<RunningBrowser> {
  const extensionDirs = extensions.map((name) => extensionDir(instance.paths, name));
  const restoreTabs = left !== undefined && left.urls.length > 0;
  const settings = { ...options, extensionDirs, restoreTabs };
  const chromium = await launchChromium(
    chromiumPath,
    instance,
    settings,
    waiting ?? (await prepareChromium(chromiumPath, instance)),
  );
  const { devtools } = chromium;
  try {
    const pages = new Pages(left?.origins);
    const dialogs = new Dialogs();
    const requested = Promise.withResolvers<void>();
    const opened = openFirstPage(chromium, { pages, dialogs }, settings, requested.resolve)
      .catch(async (error: unknown) => {
        // One that has ended by itself has crashed.
        if (!(error instanceof DevToolsClosed)) await chromium.process.kill();
      })
      .finally(requested.resolve);
    await checkLoaded(devtools, instance, extensionDirs);
    if (left) {
      await opened;
      await restoreBrowserState(devtools, left, instance.paces.browsers.loadingTabPollMs);
    }
    return { chromium, pages, dialogs, opening: requested.promise, opened, extensions };
  } catch (error) {
    devtools.close();
    await chromium.process.kill();
    throw error;
  }
}

/**
 * Tracks and logs the pages of a started browser, and opens its first one. Opening takes Chromium some 80 ms, in which it
 * answers nothing else: whatever has to be there before is sent before. Calls `requested` once all is sent.
 */
async function openFirstPage(
  { devtools, pipe, process }: Chromium,
  { pages, dialogs }: Pick<RunningBrowser, "pages" | "dialogs">,
  options: ChromiumOptions,
  requested: () => void,
) {
  const watching = pages.watch(devtools);
  const opening = async () => {
    const observing = await DevTools.over(pipe.open, { canWait: true });
    dialogs.watch(observing);
    const answers = [
      logPageConsole(observing, process, options),
      opensWindow(options) || devtools.send("Target.createTarget", { url: "about:blank" }),
    ];
    requested();
    await Promise.all(answers);
  };
  await Promise.all([watching, opening()]);
}

/** Closes a browser and returns the state that the next browser on its profile restores. */
export async function closeForRestart({ chromium, pages }: RunningBrowser): Promise<SavedBrowserState> {
  const { devtools, process } = chromium;
  const early = await sharedTabs(devtools).catch(() => []);
  // Closing, Chromium kills its storage process early, on a busy machine before local storage is written.
  if (pages.origins.length > 0) await Promise.race([sleep(storedBeforeCloseMs), process.exited]);
  const open = await sharedTabs(devtools).catch(() => early);
  const cookies = await readProfileState(devtools, []).catch(() => undefined);
  // The answer may be lost with the connection; the exit of the process counts.
  devtools.send("Browser.close", {}, { timeoutMs: commandTimeoutMs }).catch(() => undefined);
  const inTime = await Promise.race([
    process.exited.then(({ code }) => code === 0),
    sleep(closeTimeoutMs, false, { ref: false }),
  ]);
  await process.kill();
  devtools.close();
  return {
    urls: open.map(({ url }) => url),
    origins: pages.origins,
    ...(inTime || !cookies ? {} : { cookies }),
  };
}

/**
 * Waits until the earlier tabs are open and loaded again, and opens those that Chromium did not restore. Does not
 * wait more than 5 seconds for pages to load.
 */
async function restoreBrowserState(
  devtools: DevTools,
  left: SavedBrowserState,
  pollIntervalMs: number,
): Promise<void> {
  if (left.cookies) await writeProfileState(devtools, left.cookies);
  const tabs = await sharedTabs(devtools);
  const present = tabs.map(({ url }) => url);
  const missing = left.urls.filter((url) => {
    const at = present.indexOf(url);
    if (at !== -1) present.splice(at, 1);
    return at === -1;
  });
  // A restored tab may have navigated already, so the number of earlier tabs is a limit.
  for (const url of missing.slice(0, Math.max(0, left.urls.length - tabs.length))) {
    await devtools.send("Target.createTarget", { url, background: true });
  }
  await activateAll(devtools, tabs);
  const until = { deadline: AbortSignal.timeout(loadTimeoutMs), pollIntervalMs };
  await Promise.all(tabs.map(({ targetId, url }) => waitUntilLoaded(devtools, targetId, url, until)));
}

async function sharedTabs(devtools: DevTools) {
  const within = { timeoutMs: commandTimeoutMs };
  const { browserContextIds } = await devtools.ask(ownContexts, "Target.getBrowserContexts", {}, within);
  return (await devtools.targets(within)).filter(
    ({ type, browserContextId = "" }) => type === "page" && !browserContextIds.includes(browserContextId),
  );
}

/**
 * Chromium loads a restored tab only when it is activated, or some time later; a client that attaches before would
 * hang. A reload would submit forms again. So every tab is activated once, last the one that was in front.
 */
async function activateAll(devtools: DevTools, tabs: readonly { targetId: string }[]): Promise<void> {
  if (tabs.length < 2) return;
  // Only the restored tab in front has a page that answers.
  const answers = tabs.map(({ targetId }) =>
    onPage(
      devtools,
      targetId,
      async (evaluate) => (await evaluate("document.visibilityState")) === "visible",
      frontTimeoutMs,
    ).then((visible) => (visible ? targetId : Promise.reject(new Error("not in front")))),
  );
  const front = await Promise.any(answers).catch(() => undefined);
  const others = tabs.map(({ targetId }) => targetId).filter((targetId) => targetId !== front);
  for (const targetId of front === undefined ? others : [...others, front]) {
    await devtools.send("Target.activateTarget", { targetId }).catch(() => undefined);
  }
}

async function waitUntilLoaded(
  devtools: DevTools,
  targetId: string,
  url: string,
  { deadline, pollIntervalMs }: { deadline: AbortSignal; pollIntervalMs: number },
) {
  if (!/^https?:/.test(url)) return;
  await onPage(devtools, targetId, async (evaluate) => {
    while (!deadline.aborted) {
      const read = loaded.safeParse(await evaluate("[location.protocol, document.readyState]"));
      if (read.success && read.data[0] !== "about:") return true;
      await sleep(pollIntervalMs);
    }
    return false;
  });
}

/** Lets `act` evaluate expressions in a page, undefined where it does not answer. False when the page has closed. */
async function onPage(
  devtools: DevTools,
  targetId: string,
  act: (evaluate: (expression: string) => Promise<unknown>) => Promise<boolean>,
  timeoutMs = pageTimeoutMs,
): Promise<boolean> {
  try {
    const sessionId = await devtools.attach(targetId);
    const inPage = { sessionId, timeoutMs };
    const answer = await act((expression) => devtools.evaluate(expression, inPage).catch(() => undefined));
    await devtools.detach(sessionId);
    return answer;
  } catch {
    return false;
  }
}
