// Removes from a running browser what its last holder left: pages, clipboard, cookies, storage, permissions, files.
// Rejects when that cannot be verified; such a browser must not be reused.
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Instance } from "../machine/instance.ts";
import { writeClipboard } from "./clipboard.ts";
import type { DevTools } from "./devtools.ts";
import type { Chromium } from "./launch.ts";

const closeTimeoutMs = 5000;

const contexts = z.object({ browserContextIds: z.array(z.string()) });
const createdTarget = z.object({ targetId: z.string() });
const cookies = z.object({ cookies: z.array(z.unknown()) });

// Targets of the browser itself, which cannot be closed.
const ownSurfaces = ["browser", "browser_ui"];

/** Leaves one blank page open. */
export async function cleanBrowser(
  { devtools, pipe }: Pick<Chromium, "devtools" | "pipe">,
  { paths, paces }: Pick<Instance, "paths" | "paces">,
): Promise<void> {
  const pollIntervalMs = paces.browsers.closingTabsPollMs;
  if (existsSync(join(paths.home, "extensions"))) throw new Error("extensions were loaded into this browser");
  await disposeContexts(devtools, pollIntervalMs);
  await writeClipboard(pipe.open, "");
  const { targetId } = await devtools.ask(createdTarget, "Target.createTarget", { url: "about:blank" });
  await closeOthers(devtools, targetId, pollIntervalMs);

  const sessionId = await devtools.attach(targetId);
  const inPage = { sessionId };
  // "*" means every origin of the profile; the command is only available in a page's session.
  await devtools.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" }, inPage);
  await devtools.send("Storage.clearCookies");
  await devtools.send("Network.clearBrowserCache", {}, inPage);
  await devtools.send("Browser.resetPermissions");
  await devtools.send("Browser.setDownloadBehavior", { behavior: "default" });
  await devtools.detach(sessionId);
  // Closes service workers whose storage was cleared.
  await closeOthers(devtools, targetId, pollIntervalMs);
  const left = await devtools.ask(cookies, "Storage.getCookies");
  if (left.cookies.length > 0) throw new Error("cookies are left in this browser");

  await empty(paths.home);
  await empty(join(paths.root, "tmp"));
}

/** Disposes of every context but the default one. Those of a client that has just left may be closing already. */
async function disposeContexts(devtools: DevTools, pollIntervalMs: number): Promise<void> {
  const deadlineMs = performance.now() + closeTimeoutMs;
  for (;;) {
    const { browserContextIds } = await devtools.ask(contexts, "Target.getBrowserContexts");
    if (browserContextIds.length === 0) return;
    if (performance.now() > deadlineMs) throw new Error("a context of this browser does not close");
    for (const browserContextId of browserContextIds) {
      await devtools.send("Target.disposeBrowserContext", { browserContextId }).catch(() => undefined);
    }
    await sleep(pollIntervalMs);
  }
}

/** Closes every target but one and resolves when they are closed. */
async function closeOthers(devtools: DevTools, retainedId: string, pollIntervalMs: number): Promise<void> {
  const deadlineMs = performance.now() + closeTimeoutMs;
  const requested = new Set<string>();
  for (;;) {
    const others = (await devtools.targets()).filter(
      ({ targetId, type }) => targetId !== retainedId && !ownSurfaces.includes(type),
    );
    if (others.length === 0) return;
    if (performance.now() > deadlineMs) throw new Error("a page of this browser does not close");
    for (const { targetId } of others) {
      if (requested.has(targetId)) continue;
      requested.add(targetId);
      // It may have closed meanwhile; the next poll reports what is still open.
      await devtools.send("Target.closeTarget", { targetId }).catch(() => undefined);
    }
    await sleep(pollIntervalMs);
  }
}

/** Hidden folders hold files of Chromium itself; everything else is the holder's. */
async function empty(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(".")) await rm(join(dir, name), { recursive: true, force: true });
  }
}
