// Checks of unpacked extensions by Chromium itself: a trial load in a temporary browser, and a check that a running
// browser has loaded them.
import { realpath, rm } from "node:fs/promises";
import { z } from "zod";
import type { Instance } from "../machine/instance.ts";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";
import { launchChromium, prepareChromium } from "./launch.ts";

/** Chromium refuses an extension; the message is its own reason. */
export class ExtensionRefused extends Error {
  override readonly name = "ExtensionRefused";
  /** Index of the extension in the given list. */
  readonly at: number;
  constructor(at: number, reason: string) {
    super(reason);
    this.at = at;
  }
}

/** This Chromium has no extensions at all (a headless shell). */
export class ExtensionsMissing extends Error {
  override readonly name = "ExtensionsMissing";
}

const trialProcessName = "extension-check";
// Nothing listens on this port: an extension in the trial cannot reach a network.
const unreachableProxyUrl = "http://127.0.0.1:1";

const loadedExtension = z.object({ id: z.string() });
const listed = z.object({ extensions: z.array(z.object({ path: z.string(), enabled: z.boolean() })) });

/**
 * Loads the extensions together into a temporary browser. Throws ExtensionRefused for the first that Chromium refuses
 * or that has the same id as an earlier one.
 */
export async function trialLoadExtensions(
  chromiumPath: string,
  instance: Instance,
  dirs: readonly string[],
): Promise<void> {
  const profileDir = await instance.createBrowserFolder("trial-");
  try {
    const options = {
      stealth: false,
      kioskMode: false,
      viewport: { width: 320, height: 240 },
      proxyUrl: unreachableProxyUrl,
    };
    const place = { name: trialProcessName, profileDir };
    const waiting = await prepareChromium(chromiumPath, instance, place);
    const { devtools, process } = await launchChromium(chromiumPath, instance, options, waiting);
    try {
      await load(
        devtools,
        dirs.map((dir) => instance.sandbox.browserPath(dir)),
      );
    } finally {
      devtools.close();
      await process.kill();
    }
  } finally {
    await rm(profileDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function load(devtools: DevTools, dirs: readonly string[]): Promise<void> {
  const ids = new Set<string>();
  for (const [at, path] of dirs.entries()) {
    const { id } = await devtools
      .ask(loadedExtension, "Extensions.loadUnpacked", { path })
      .catch((error: unknown) => {
        throw isMissing(error) ? new ExtensionsMissing() : refusal(at, error);
      });
    if (ids.has(id)) throw new ExtensionRefused(at, "another extension has the same key in its manifest");
    ids.add(id);
  }
}

/** Checks that a running browser uses all of `dirs`; throws ExtensionRefused for the first that it refuses. */
export async function checkLoaded(
  devtools: DevTools,
  { sandbox }: Instance,
  dirs: readonly string[],
): Promise<void> {
  if (dirs.length === 0) return;
  const { extensions } = await devtools.ask(listed, "Extensions.getExtensions").catch((error: unknown) => {
    throw isMissing(error) ? new ExtensionsMissing() : error;
  });
  const inUse = new Set(extensions.filter(({ enabled }) => enabled).map(({ path }) => path));
  for (const [at, dir] of dirs.entries()) {
    const path = sandbox.browserPath(await realpath(dir));
    if (inUse.has(path)) continue;
    // Chromium skipped it at the start without an error; loading it separately returns the reason.
    await devtools.ask(loadedExtension, "Extensions.loadUnpacked", { path }).catch((error: unknown) => {
      throw refusal(at, error);
    });
  }
}

function refusal(at: number, error: unknown): unknown {
  if (!(error instanceof DevToolsRefusal)) return error;
  return new ExtensionRefused(at, error.message.replace(/^Extensions\.\w+: /, ""));
}

const isMissing = (error: unknown) =>
  error instanceof DevToolsRefusal &&
  /^Extensions\.\w+: (.* wasn't found|Method not available)/.test(error.message);
