// Unpacked extensions and what Chromium says of them: tried in a browser of its own before a session's browser
// gets them, and asked after once that browser runs.
import { mkdtemp, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { Instance } from "../instance/instance.ts";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";
import { launchChromium } from "./launch.ts";

/** Chromium does not take an extension; the message is its own reason. */
export class ExtensionRefused extends Error {
  override readonly name = "ExtensionRefused";
  /** Where in the given list the extension stands. */
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
// Nothing listens there: what an extension does in the trial never reaches a network.
const nowhere = "http://127.0.0.1:1";

const taken = z.object({ id: z.string() });
const listed = z.object({ extensions: z.array(z.object({ path: z.string(), enabled: z.boolean() })) });

/**
 * Loads the extensions together into a browser that is thrown away. Throws ExtensionRefused for the first that
 * Chromium does not take, or that has the identity of one before it.
 */
export async function tryExtensions(
  chromiumPath: string,
  instance: Instance,
  dirs: readonly string[],
): Promise<void> {
  const profileDir = await mkdtemp(join(instance.paths.dir, "trial-"));
  try {
    const options = {
      stealth: false,
      kioskMode: false,
      viewport: { width: 320, height: 240 },
      proxyUrl: nowhere,
    };
    const place = { name: trialProcessName, profileDir };
    const { devtools, process } = await launchChromium(chromiumPath, instance, options, place);
    try {
      await load(devtools, dirs);
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
    const { id } = await devtools.ask(taken, "Extensions.loadUnpacked", { path }).catch((error: unknown) => {
      throw isMissing(error) ? new ExtensionsMissing() : refusal(at, error);
    });
    if (ids.has(id)) throw new ExtensionRefused(at, "another one has the same key in its manifest");
    ids.add(id);
  }
}

/** Sees to it that a running browser uses all of `dirs`; throws ExtensionRefused for the first it does not take. */
export async function checkLoaded(devtools: DevTools, dirs: readonly string[]): Promise<void> {
  if (dirs.length === 0) return;
  const { extensions } = await devtools.ask(listed, "Extensions.getExtensions").catch((error: unknown) => {
    throw isMissing(error) ? new ExtensionsMissing() : error;
  });
  const inUse = new Set(extensions.filter(({ enabled }) => enabled).map(({ path }) => path));
  for (const [at, dir] of dirs.entries()) {
    if (inUse.has(await realpath(dir))) continue;
    // It was left out at the start without a word: asked for by itself, Chromium says why.
    await devtools.ask(taken, "Extensions.loadUnpacked", { path: dir }).catch((error: unknown) => {
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
