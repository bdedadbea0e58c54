// A machine with a started browser, before it belongs to a session.
import { codePaths } from "../chromium/code-run.ts";
import { type ChromiumOptions, prepareChromium, type WaitingChromium } from "../chromium/launch.ts";
import { type BrowserStart, type RunningBrowser, startBrowser } from "../chromium/running-browser.ts";
import { mapExtensionErrors } from "../extensions/extension-errors.ts";
import type { Clock } from "../kernel/clock.ts";
import { newId } from "../kernel/ids.ts";
import type { Paces } from "../kernel/paces.ts";
import { type ExtensionSource, installExtensions } from "../machine/extension-folders.ts";
import { Instance } from "../machine/instance.ts";
import type { NetworkMode } from "../machine/sandbox/network.ts";
import type { Viewport } from "./viewport.ts";

export interface SessionStartDeps {
  instancesDir: string;
  chromiumPath: string;
  clock: Clock;
  paces: Paces;
  network: NetworkMode;
  /** Ports of this machine's loopback that every instance reaches, whatever its network. */
  publishedPorts: readonly number[];
}

/** What every start of a session's browser has, restarts included. */
export type StartSettings = ChromiumOptions & { viewport: Viewport };

export interface StartedSession {
  /** The id of the session that gets it. */
  id: string;
  instance: Instance;
  browser: RunningBrowser;
  settings: StartSettings;
  /** Starts its browser again, with the settings as they are then. */
  launch: (start: BrowserStart) => Promise<RunningBrowser>;
}

/** An instance in which nothing is started but the process that becomes its browser: the same for all settings. */
export interface PreparedInstance {
  /** The id of the session that gets it. */
  id: string;
  instance: Instance;
  waiting: WaitingChromium;
}

/** Leaves nothing behind when it fails. */
export async function prepareInstance({
  chromiumPath,
  instancesDir,
  network,
  ...pace
}: Omit<SessionStartDeps, "publishedPorts">): Promise<PreparedInstance> {
  const id = newId();
  const instance = await Instance.create(instancesDir, id, { ...pace, shared: codePaths, network });
  try {
    return { id, instance, waiting: await prepareChromium(chromiumPath, instance) };
  } catch (error) {
    await instance.destroy();
    throw error;
  }
}

/** Installs extensions in a prepared instance and starts its browser; leaves nothing behind when that fails. */
export async function startSession(
  { chromiumPath, publishedPorts }: SessionStartDeps,
  { id, instance, waiting }: PreparedInstance,
  settings: StartSettings,
  extensions: readonly ExtensionSource[],
): Promise<StartedSession> {
  const launch = async (start: BrowserStart) => {
    await instance.sandbox.publish([...publishedPorts, ...loopbackPorts(settings.proxyUrl)]);
    return await startBrowser(chromiumPath, instance, settings, start);
  };
  try {
    await installExtensions(instance, extensions);
    const names = extensions.map(({ name }) => name);
    const browser = await mapExtensionErrors(() => launch({ extensions: names, waiting }));
    return { id, instance, browser, settings, launch };
  } catch (error) {
    await instance.destroy();
    throw error;
  }
}

/** The port of a proxy on this machine's loopback. */
function loopbackPorts(proxyUrl: string | undefined): number[] {
  if (proxyUrl === undefined) return [];
  const { protocol, hostname, port } = new URL(proxyUrl);
  if (hostname !== "localhost" && !hostname.startsWith("127.")) return [];
  return [Number(port) || (protocol === "https:" ? 443 : 80)];
}
