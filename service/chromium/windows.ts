// The windows of a running browser: brought to a size, or to all of the screen. The screen goes with them, so that
// a page sees what it would on a machine that was set up like this.
import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { type DevTools, DevToolsRefusal } from "./devtools.ts";

const targets = z.object({ targetInfos: z.array(z.object({ targetId: z.string(), type: z.string() })) });
const attached = z.object({ sessionId: z.string() });
const screens = z.object({ screenInfos: z.array(z.object({ id: z.string(), isPrimary: z.boolean() })) });
const windowOf = z.object({ windowId: z.number(), bounds: z.object({ windowState: z.string().optional() }) });

const fullWithinMs = 5000;

export interface WindowSize {
  width: number;
  height: number;
}

/** Brings the screen and every window to this size. */
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
    // A window in any other state keeps its size.
    await set({ windowState: "normal" });
    await set({ left: 0, top: 0, width, height });
    if (options.kioskMode) await set({ windowState: "fullscreen" });
  }
}

/** Resolves when the first window covers the whole screen; a browser that was told to gets there by itself. */
export async function windowIsFull(devtools: DevTools, lookEveryMs: number): Promise<void> {
  const deadlineMs = Date.now() + fullWithinMs;
  for (;;) {
    const [first] = await pageIds(devtools);
    const found = first === undefined ? undefined : await findWindow(devtools, first);
    if (found?.bounds.windowState === "fullscreen") return;
    if (Date.now() > deadlineMs) throw new Error("Chromium did not fill the screen");
    await sleep(lookEveryMs);
  }
}

async function resizeScreen(devtools: DevTools, targetId: string, size: WindowSize): Promise<void> {
  const { sessionId } = await devtools.ask(attached, "Target.attachToTarget", { targetId, flatten: true });
  try {
    const { screenInfos } = await devtools.ask(screens, "Emulation.getScreenInfos", {}, { sessionId });
    const screen = screenInfos.find(({ isPrimary }) => isPrimary) ?? screenInfos[0];
    if (!screen) return;
    await devtools.send("Emulation.updateScreen", { screenId: screen.id, ...size }, { sessionId });
  } finally {
    await devtools.send("Target.detachFromTarget", { sessionId }).catch(() => undefined);
  }
}

async function pageIds(devtools: DevTools): Promise<string[]> {
  const { targetInfos } = await devtools.ask(targets, "Target.getTargets");
  return targetInfos.filter(({ type }) => type === "page").map(({ targetId }) => targetId);
}

/** Undefined for a page without a window, or one that just closed. */
async function findWindow(devtools: DevTools, targetId: string) {
  try {
    return await devtools.ask(windowOf, "Browser.getWindowForTarget", { targetId });
  } catch (error) {
    if (error instanceof DevToolsRefusal) return undefined;
    throw error;
  }
}
