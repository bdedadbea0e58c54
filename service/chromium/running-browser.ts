// A running Chromium with what is known of its pages, and its way through a restart on the same profile:
// Chromium itself brings back tabs with their history, cookies and storage; what it could not is made up here.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { extensionDir } from "../instance/extension-folders.ts";
import type { Instance } from "../instance/instance.ts";
import type { DevTools } from "./devtools.ts";
import { checkLoaded } from "./extensions.ts";
import { type Chromium, type ChromiumOptions, launchChromium } from "./launch.ts";
import { Pages } from "./pages.ts";
import { type ProfileState, readProfileState, writeProfileState } from "./profile-state.ts";

const closeTimeoutMs = 8000;
const askTimeoutMs = 5000;
const loadTimeoutMs = 5000;
const pageTimeoutMs = 2000;

export interface RunningBrowser {
  chromium: Chromium;
  pages: Pages;
  /** Names of the extensions it runs with. */
  extensions: readonly string[];
}

/** How it starts, beyond the options that a session keeps for good. */
export interface BrowserStart {
  /** Names of extensions that are in their place in the instance. */
  extensions: readonly string[];
  /** What the last browser on the same profile left, to go on from there. */
  left?: LeftBehind;
}

/** What was open and set when a browser was closed. */
export interface LeftBehind {
  /** The tabs that share the profile; pages of a client's own contexts go with its connection. */
  urls: readonly string[];
  origins: readonly string[];
  /** Set when the browser had to be killed: then its files may lack the newest cookies. */
  cookies?: ProfileState;
}

const openTargets = z.object({
  targetInfos: z.array(
    z.object({
      targetId: z.string(),
      type: z.string(),
      url: z.string(),
      browserContextId: z.string().optional(),
    }),
  ),
});
const ownContexts = z.object({ browserContextIds: z.array(z.string()) });
const attached = z.object({ sessionId: z.string() });
const evaluated = z.object({ result: z.object({ value: z.unknown() }) });
const loaded = z.tuple([z.string(), z.enum(["interactive", "complete"])]);

/** Launches, watches the pages from the first on, and is ready when every extension is in use. */
export async function startBrowser(
  chromiumPath: string,
  instance: Instance,
  options: ChromiumOptions,
  { extensions, left }: BrowserStart,
): Promise<RunningBrowser> {
  const extensionDirs = extensions.map((name) => extensionDir(instance.paths, name));
  const restoreTabs = left !== undefined && left.urls.length > 0;
  const chromium = await launchChromium(chromiumPath, instance, { ...options, extensionDirs, restoreTabs });
  const { devtools } = chromium;
  try {
    const pages = await Pages.watch(devtools, left?.origins);
    await checkLoaded(devtools, extensionDirs);
    if (left) await bringBack(devtools, left, instance.paces.browsers.loadingTabLookMs);
    return { chromium, pages, extensions };
  } catch (error) {
    devtools.close();
    await chromium.process.kill();
    throw error;
  }
}

/** Closes a browser so that the next one on its profile can go on where it was. */
export async function putAway({ chromium, pages }: RunningBrowser): Promise<LeftBehind> {
  const { devtools, process } = chromium;
  const open = await sharedTabs(devtools).catch(() => []);
  const cookies = await readProfileState(devtools, []).catch(() => undefined);
  // Its answer may get lost with the connection; what counts is that the process ends.
  devtools.send("Browser.close", {}, { timeoutMs: askTimeoutMs }).catch(() => undefined);
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
 * Waits until the tabs that were open are open and loaded again, and opens those that Chromium forgot. A page that
 * does not load in time is left to itself.
 */
async function bringBack(devtools: DevTools, left: LeftBehind, lookEveryMs: number): Promise<void> {
  if (left.cookies) await writeProfileState(devtools, left.cookies);
  const tabs = await sharedTabs(devtools);
  const present = tabs.map(({ url }) => url);
  const lacking = left.urls.filter((url) => {
    const at = present.indexOf(url);
    if (at !== -1) present.splice(at, 1);
    return at === -1;
  });
  // A restored tab may have moved on to another address already: never more tabs than there were.
  for (const url of lacking.slice(0, Math.max(0, left.urls.length - tabs.length))) {
    await devtools.send("Target.createTarget", { url, background: true });
  }
  await showAll(devtools, tabs);
  const until = { deadline: AbortSignal.timeout(loadTimeoutMs), lookEveryMs };
  await Promise.all(tabs.map(({ targetId, url }) => untilLoaded(devtools, targetId, url, until)));
}

async function sharedTabs(devtools: DevTools) {
  const within = { timeoutMs: askTimeoutMs };
  const { browserContextIds } = await devtools.ask(ownContexts, "Target.getBrowserContexts", {}, within);
  const { targetInfos } = await devtools.ask(openTargets, "Target.getTargets", {}, within);
  return targetInfos.filter(
    ({ type, browserContextId = "" }) => type === "page" && !browserContextIds.includes(browserContextId),
  );
}

/**
 * Chromium loads a restored tab when it comes to the front, or at its leisure: until then a client that attaches to
 * it would hang. Asked to reload, it would send forms again. So each is shown once, the one that was in front last.
 */
async function showAll(devtools: DevTools, tabs: readonly { targetId: string }[]): Promise<void> {
  if (tabs.length < 2) return;
  // Of the restored tabs only the one in front has a page that answers already.
  const answers = tabs.map(({ targetId }) =>
    onPage(devtools, targetId, async (ask) => (await ask("document.visibilityState")) === "visible").then(
      (visible) => (visible ? targetId : Promise.reject(new Error("not in front"))),
    ),
  );
  const front = await Promise.any(answers).catch(() => undefined);
  const others = tabs.map(({ targetId }) => targetId).filter((targetId) => targetId !== front);
  for (const targetId of front === undefined ? others : [...others, front]) {
    await devtools.send("Target.activateTarget", { targetId }).catch(() => undefined);
  }
}

async function untilLoaded(
  devtools: DevTools,
  targetId: string,
  url: string,
  { deadline, lookEveryMs }: { deadline: AbortSignal; lookEveryMs: number },
) {
  if (!/^https?:/.test(url)) return;
  await onPage(devtools, targetId, async (ask) => {
    while (!deadline.aborted) {
      const read = loaded.safeParse(await ask("[location.protocol, document.readyState]"));
      if (read.success && read.data[0] !== "about:") return true;
      await sleep(lookEveryMs);
    }
    return false;
  });
}

/** Asks a page for values of expressions, undefined where it has no answer. False when the page is gone. */
async function onPage(
  devtools: DevTools,
  targetId: string,
  act: (ask: (expression: string) => Promise<unknown>) => Promise<boolean>,
): Promise<boolean> {
  try {
    const target = { targetId, flatten: true };
    const { sessionId } = await devtools.ask(attached, "Target.attachToTarget", target);
    const answer = await act(async (expression) => {
      const question = { expression, returnByValue: true };
      const { result } = await devtools
        .ask(evaluated, "Runtime.evaluate", question, { sessionId, timeoutMs: pageTimeoutMs })
        .catch(() => ({ result: { value: undefined } }));
      return result.value;
    });
    await devtools.send("Target.detachFromTarget", { sessionId });
    return answer;
  } catch {
    return false;
  }
}
