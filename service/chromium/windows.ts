// Resizes the windows of a running browser, or fills the screen with them. The screen is resized with them, so that
// pages see the same as in a browser started with that size.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";

const screens = z.object({ screenInfos: z.array(z.object({ id: z.string(), isPrimary: z.boolean() })) });
const windowOf = z.object({ windowId: z.number(), bounds: z.object({ windowState: z.string().optional() }) });

const fullScreenTimeoutMs = 5000;

export interface WindowSize {
  width: number;
  height: number;
}

/** Sets the size of the screen and of every window, in CSS pixels. */
export async function resizeWindows(
  devtools: DevTools,
  { width, height }: WindowSize,
  options: { kioskMode: boolean },
): Promise<void> {
  const pages = await pageIds(devtools);
  const [first] = pages;
  if (first !== undefined) await resizeScreen(devtools, first, { width, height });
  const done = new Set<number>();
  for (const targetId of pages) {
    const found = await findWindow(devtools, targetId);
    if (!found || done.has(found.windowId)) continue;
    const { windowId } = found;
    done.add(windowId);
    const set = (bounds: object) => devtools.send("Browser.setWindowBounds", { windowId, bounds });
    // Windows in other states ignore the size.
    await set({ windowState: "normal" });
    await set({ left: 0, top: 0, width, height });
    if (options.kioskMode) await set({ windowState: "fullscreen" });
  }
}

/** Resolves when the first window fills the screen, as a browser started with `--kiosk` does after a moment. */
export async function windowIsFull(devtools: DevTools, pollIntervalMs: number): Promise<void> {
  const deadlineMs = performance.now() + fullScreenTimeoutMs;
  for (;;) {
    const [first] = await pageIds(devtools);
    const found = first === undefined ? undefined : await findWindow(devtools, first);
    if (found?.bounds.windowState === "fullscreen") return;
    if (performance.now() > deadlineMs) throw new Error("Chromium did not fill the screen");
    await sleep(pollIntervalMs);
  }
}

async function resizeScreen(devtools: DevTools, targetId: string, size: WindowSize): Promise<void> {
  const sessionId = await devtools.attach(targetId);
  try {
    const { screenInfos } = await devtools.ask(screens, "Emulation.getScreenInfos", {}, { sessionId });
    const screen = screenInfos.find(({ isPrimary }) => isPrimary) ?? screenInfos[0];
    if (!screen) return;
    await devtools.send("Emulation.updateScreen", { screenId: screen.id, ...size }, { sessionId });
  } finally {
    await devtools.detach(sessionId).catch(() => undefined);
  }
}

async function pageIds(devtools: DevTools): Promise<string[]> {
  const targets = await devtools.targets();
  return targets.filter(({ type }) => type === "page").map(({ targetId }) => targetId);
}

/** Undefined for a page without a window, or one that has just closed. */
async function findWindow(devtools: DevTools, targetId: string) {
  try {
    return await devtools.ask(windowOf, "Browser.getWindowForTarget", { targetId });
  } catch (error) {
    if (error instanceof DevToolsRefusal) return undefined;
    throw error;
  }
}
