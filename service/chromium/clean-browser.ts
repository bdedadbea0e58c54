// Takes out of a running browser what its last holder left there: pages, cookies, storage, permissions, files.
// Rejects when it cannot be sure; such a browser must not be handed out again.
import { existsSync } from "node:fs";
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { Instance } from "../instance/instance.ts";
import type { DevTools } from "./devtools.ts";

const closeTimeoutMs = 5000;

const contexts = z.object({ browserContextIds: z.array(z.string()) });
const createdTarget = z.object({ targetId: z.string() });
const attached = z.object({ sessionId: z.string() });
const targets = z.object({ targetInfos: z.array(z.object({ targetId: z.string(), type: z.string() })) });
const cookies = z.object({ cookies: z.array(z.unknown()) });

// Surfaces of the browser itself, which nobody can close.
const ownSurfaces = ["browser", "browser_ui"];

/** Leaves one blank page in the browser of an instance. */
export async function cleanBrowser(
  devtools: DevTools,
  { paths, paces }: Pick<Instance, "paths" | "paces">,
): Promise<void> {
  const lookEveryMs = paces.browsers.closingTabsLookMs;
  if (existsSync(join(paths.home, "extensions"))) throw new Error("extensions were loaded into this browser");
  const { browserContextIds } = await devtools.ask(contexts, "Target.getBrowserContexts");
  for (const browserContextId of browserContextIds) {
    await devtools.send("Target.disposeBrowserContext", { browserContextId });
  }
  const { targetId } = await devtools.ask(createdTarget, "Target.createTarget", { url: "about:blank" });
  await closeOthers(devtools, targetId, lookEveryMs);

  const { sessionId } = await devtools.ask(attached, "Target.attachToTarget", { targetId, flatten: true });
  const inPage = { sessionId };
  // The star stands for every origin of the profile; only a page's own session knows its storage.
  await devtools.send("Storage.clearDataForOrigin", { origin: "*", storageTypes: "all" }, inPage);
  await devtools.send("Storage.clearCookies");
  await devtools.send("Network.clearBrowserCache", {}, inPage);
  await devtools.send("Browser.resetPermissions");
  await devtools.send("Browser.setDownloadBehavior", { behavior: "default" });
  await devtools.send("Target.detachFromTarget", { sessionId });
  // Ends service workers that the storage belonged to.
  await closeOthers(devtools, targetId, lookEveryMs);
  const left = await devtools.ask(cookies, "Storage.getCookies");
  if (left.cookies.length > 0) throw new Error("cookies are left in this browser");

  await empty(paths.home);
  await empty(join(paths.root, "tmp"));
}

/** Closes every target but one and waits until they are gone. */
async function closeOthers(devtools: DevTools, keep: string, lookEveryMs: number): Promise<void> {
  const deadlineMs = Date.now() + closeTimeoutMs;
  const asked = new Set<string>();
  for (;;) {
    const { targetInfos } = await devtools.ask(targets, "Target.getTargets");
    const others = targetInfos.filter(
      ({ targetId, type }) => targetId !== keep && !ownSurfaces.includes(type),
    );
    if (others.length === 0) return;
    if (Date.now() > deadlineMs) throw new Error("a page of this browser does not close");
    for (const { targetId } of others) {
      if (asked.has(targetId)) continue;
      asked.add(targetId);
      // It may have gone by itself in between; what stays is seen by the next look.
      await devtools.send("Target.closeTarget", { targetId }).catch(() => undefined);
    }
    await sleep(lookEveryMs);
  }
}

/** Chromium keeps files of its own in hidden folders of its home; everything else is the holder's. */
async function empty(dir: string): Promise<void> {
  for (const name of await readdir(dir)) {
    if (!name.startsWith(".")) await rm(join(dir, name), { recursive: true, force: true });
  }
}
