// Starts one Chromium in an instance; ready once its DevTools answers. First comes a process that is confined to the
// instance and waits for Chromium's arguments: it may be started before anybody needs a browser.
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { promisify } from "node:util";
import { firstChild } from "../kernel/process-tree.ts";
import type { Instance } from "../machine/instance.ts";
import type { SupervisedProcess } from "../machine/supervisor.ts";
import { DevTools } from "./devtools.ts";
import { DevToolsPipe } from "./devtools-pipe.ts";
import { windowIsFull } from "./windows.ts";
import { withoutWrapper } from "./without-wrapper.ts";

const run = promisify(execFile);
const startTimeoutMs = 30_000;
const waitScript = readFileSync(new URL("wait.sh", import.meta.url), "utf8");

/** For the log of pages and for the first client, who would both wait until the first page is open. */
const connectionsAhead = 2;

/** There is no D-Bus in an instance, which Chromium reports some twenty times as it starts. */
const aboutDBus = /^\[[^\]\s]*:(?:ERROR|WARNING):(?:[^\]\s]*\/)?dbus\//;

/** The longest time from a change of local storage until Chromium has written it, with the flag below. */
export const localStorageDelayMs = 1000;

const chromiumProcessName = "chromium";

export interface ChromiumOptions {
  stealth: boolean;
  kioskMode: boolean;
  viewport: { width: number; height: number };
  proxyUrl?: string | undefined;
  /** Folders of unpacked extensions; Chromium skips those it refuses without an error. */
  extensionDirs?: readonly string[];
  /** Restore the tabs of the profile's last browser. */
  restoreTabs?: boolean;
}

/** Process name and profile of a Chromium that is not the session's own browser. */
export interface LaunchPlace {
  name: string;
  profileDir: string;
}

export interface Chromium {
  process: SupervisedProcess;
  devtools: DevTools;
  /** Opens further DevTools connections. */
  pipe: DevToolsPipe;
  /** The pid of its main process on this machine; `process` may be a program that confines it and waits for it. */
  mainPid: number;
}

/** A process that waits for the arguments of a Chromium and becomes it then. */
export interface WaitingChromium {
  process: SupervisedProcess;
  place: LaunchPlace;
  /** See `BrowserCommand`. */
  isChild: boolean;
}

/** Starts a process that is confined as Chromium is and waits for `launchChromium`. */
export async function prepareChromium(
  chromiumPath: string,
  instance: Instance,
  place: LaunchPlace = { name: chromiumProcessName, profileDir: instance.paths.profile },
): Promise<WaitingChromium> {
  const { paths, sandbox } = instance;
  const tmp = sandbox.browserPath(paths.tmp);
  const { command, args, cwd, isChild } = await sandbox.browser({
    first: ["/bin/sh", "-c", waitScript, "wait"],
    program: withoutWrapper(chromiumPath),
    args: [],
    cwd: paths.home,
    marker: `--user-data-dir=${place.profileDir}`,
  });
  const process = await instance.supervisor.start({
    name: place.name,
    command,
    args,
    // Without our environment: it may contain the service's tokens, which a page might read through Chromium.
    env: {
      PATH: "/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
      LANG: "C.UTF-8",
      HOME: sandbox.browserPath(paths.browserHome),
      TMPDIR: tmp,
      XDG_RUNTIME_DIR: tmp,
      XDG_CACHE_HOME: sandbox.browserPath(join(paths.run, "cache")),
    },
    cwd,
    pipe: true,
    waits: true,
    isNoise: (line) => aboutDBus.test(line),
  });
  return { process, place, isChild };
}

/** Gives a waiting process its arguments. Resolves when DevTools answers; kills the process on any error. */
export async function launchChromium(
  chromiumPath: string,
  instance: Instance,
  options: ChromiumOptions,
  { process: supervised, place, isChild }: WaitingChromium,
): Promise<Chromium> {
  const { paths, sandbox } = instance;
  const failed = Promise.withResolvers<never>();
  const timer = setTimeout(() => failed.reject(new Error("Chromium did not start in time")), startTimeoutMs);
  void supervised.exited.then((exit) =>
    failed.reject(new Error(`Chromium ended while starting (${exit.signal ?? `code ${exit.code}`})`)),
  );
  try {
    if (!supervised.pipe) throw new Error("Chromium was started without a DevTools pipe");
    supervised.begins();
    supervised.pipe.input.write(
      argumentLines([
        `--user-data-dir=${sandbox.browserPath(place.profileDir)}`,
        ...(sandbox.allowsBrowserSandbox ? [] : ["--no-sandbox"]),
        ...(await flags(chromiumPath, options)),
        ...extensionFlags(paths.home, options.extensionDirs ?? []),
        firstWindow(options),
      ]),
    );
    const pipe = new DevToolsPipe(supervised.pipe);
    // The pipe closes a moment before the exit is known, which has the reason.
    const opening = DevTools.over(pipe.open).catch(() => failed.promise);
    pipe.prepare(connectionsAhead);
    const devtools = await Promise.race([opening, failed.promise]);
    if (options.kioskMode) await windowIsFull(devtools, instance.paces.browsers.fullWindowPollMs);
    const { pid } = supervised;
    const mainPid = isChild ? (firstChild(pid) ?? pid) : pid;
    return { process: supervised, devtools, pipe, mainPid };
  } catch (error) {
    await supervised.kill();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** As `wait.sh` reads them. Throws when one cannot be written so. */
function argumentLines(args: readonly string[]): string {
  if (args.some((arg) => arg === "" || arg.includes("\n"))) {
    throw new Error("an argument of Chromium is empty or has a line break");
  }
  return `${args.join("\n")}\n\n`;
}

/** The flag for the window that Chromium opens before its DevTools answers. */
function firstWindow(options: ChromiumOptions): string {
  if (options.restoreTabs) return "--restore-last-session";
  return opensWindow(options) ? "about:blank" : "--no-startup-window";
}

/**
 * Whether Chromium starts with a window. Opening it takes as long as the rest of the start, and only then does DevTools
 * answer; but only a window of the start is in kiosk mode, and only with it are tabs restored.
 */
export function opensWindow({ kioskMode, restoreTabs }: ChromiumOptions): boolean {
  return kioskMode || restoreTabs === true;
}

async function flags(chromiumPath: string, options: ChromiumOptions): Promise<string[]> {
  const { width, height } = options.viewport;
  return [
    "--remote-debugging-pipe",
    "--headless=new",
    `--window-size=${width},${height}`,
    `--screen-info={${width}x${height}}`,
    // Without it an info bar about the other flags covers a strip of every page.
    "--disable-infobars",
    // Warnings and worse. At level INFO there would be console messages, which `page-console.ts` logs.
    "--enable-logging=stderr",
    "--log-level=1",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-default-apps",
    "--disable-domain-reliability",
    "--disable-sync",
    "--disable-breakpad",
    "--disable-crash-reporter",
    "--disable-search-engine-choice-screen",
    "--disable-hang-monitor",
    "--disable-background-timer-throttling",
    "--disable-backgrounding-occluded-windows",
    "--disable-renderer-backgrounding",
    // Without it what a client types or clicks is lost until a page that has just been navigated is drawn (playwright#6100).
    "--allow-pre-commit-input",
    `--disable-features=${unusedFeatures.join(",")}`,
    // The network as a thread of the browser: its own process, which Chromium leaves without a sandbox on Linux, made the
    // start a tenth longer.
    "--enable-features=NetworkServiceInProcess2",
    // Local storage is written within `localStorageDelayMs`, not up to a minute later: a browser that crashes loses less.
    "--enable-aggressive-domstorage-flushing",
    "--metrics-recording-only",
    "--no-first-run",
    "--no-default-browser-check",
    "--no-service-autorun",
    "--mute-audio",
    "--password-store=basic",
    "--use-mock-keychain",
    ...(options.kioskMode ? ["--kiosk"] : []),
    ...(options.stealth ? await stealthFlags(chromiumPath) : []),
    // Loopback goes through the proxy too: all traffic of a session with a proxy uses it.
    ...(options.proxyUrl ? [`--proxy-server=${options.proxyUrl}`, "--proxy-bypass-list=<-loopback>"] : []),
  ];
}

/**
 * Chromium 156 draws the list below its address bar with web pages: a renderer more per browser, started
 * with it, for a bar that nobody sees (features `WebUIOmniboxPopup` and `WebUIOmniboxAimPopup`).
 */
const unusedFeatures = [
  "Translate",
  "MediaRouter",
  "OptimizationHints",
  "WebUIOmniboxPopup",
  "WebUIOmniboxAimPopup",
];

/** Relative to the working directory, as the flag cannot escape a comma in a path. */
function extensionFlags(home: string, dirs: readonly string[]): string[] {
  if (dirs.length === 0) return [];
  return [`--load-extension=${dirs.map((dir) => relative(home, dir)).join(",")}`];
}

const majorVersions = new Map<string, Promise<string | undefined>>();

/** The first number of a Chromium's version. It is read once: a Chromium that is replaced takes a new start here. */
function majorVersionOf(chromiumPath: string): Promise<string | undefined> {
  const reading =
    majorVersions.get(chromiumPath) ??
    run(chromiumPath, ["--version"], { timeout: startTimeoutMs }).then(
      ({ stdout }) => /(\d+)\.\d+\.\d+\.\d+/.exec(stdout)?.[1],
    );
  majorVersions.set(chromiumPath, reading);
  reading.catch(() => majorVersions.delete(chromiumPath));
  return reading;
}

/** Hides from pages that the browser is automated: the webdriver property and the headless user agent. */
async function stealthFlags(chromiumPath: string): Promise<string[]> {
  const major = await majorVersionOf(chromiumPath);
  const platform = process.platform === "darwin" ? "Macintosh; Intel Mac OS X 10_15_7" : "X11; Linux x86_64";
  const agent = `Mozilla/5.0 (${platform}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`;
  return ["--disable-blink-features=AutomationControlled", ...(major ? [`--user-agent=${agent}`] : [])];
}
