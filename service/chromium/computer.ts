// Mouse, keyboard and screenshots of one browser, on the page in front. Coordinates are CSS pixels of the page's
// viewport, which is what a screenshot shows. Holds the state of the mouse: position and pressed buttons.

import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ComputerAction } from "../../lib/contract/computer.ts";
import { SerialQueue } from "../kernel/serial-queue.ts";
import type { DevTools } from "./devtools.ts";
import type { Dialogs } from "./dialogs.ts";
import { combination, isModifier, type Key, keyOf, modifierBits } from "./keyboard.ts";
import { ComputerRefusal, PageInput } from "./page-input.ts";
import type { Pages } from "./pages.ts";

type Settings<Type extends ComputerAction["type"]> = Extract<ComputerAction, { type: Type }>;

const buttonBits = { left: 1, right: 2, middle: 4, back: 8, forward: 16 } as const;
type Button = keyof typeof buttonBits;

const standardDrag = { steps: 10, stepDelayMs: 10 };

const picture = z.object({ data: z.string() });
const layout = z.object({
  cssVisualViewport: z.object({
    clientWidth: z.number(),
    clientHeight: z.number(),
    pageX: z.number(),
    pageY: z.number(),
  }),
});

interface Rectangle {
  x: number;
  y: number;
  width: number;
  height: number;
}

export class Computer {
  readonly #devtools: DevTools;
  readonly #input: PageInput;
  #at = { x: 0, y: 0 };
  #buttons = 0;
  /** Serializes actions and screenshots of all callers. */
  readonly #turns = new SerialQueue();

  constructor(devtools: DevTools, pages: Pages, dialogs: Pick<Dialogs, "of" | "onChange">) {
    this.#devtools = devtools;
    this.#input = new PageInput(devtools, pages, dialogs);
  }

  get position(): { x: number; y: number } {
    return { ...this.#at };
  }

  /** Performs the actions in order, not interleaved with others; stops at the first error or when `signal` aborts. */
  async act(actions: readonly ComputerAction[], signal: AbortSignal): Promise<void> {
    await this.#turns.take(async () => {
      this.#input.begin();
      for (const action of actions) {
        signal.throwIfAborted();
        await this.#do(action, signal);
      }
    });
  }

  /** A PNG of the viewport of the page in front, or of a part of it. */
  async screenshot(region?: Rectangle): Promise<Buffer> {
    return await this.#turns.take(async () => {
      const { sessionId } = await this.#input.inFront();
      const clip = region && { ...(await this.#onPage(region, sessionId)), scale: 1 };
      const params = { format: "png", ...(clip ? { clip } : {}) };
      const { data } = await this.#devtools.ask(picture, "Page.captureScreenshot", params, { sessionId });
      return Buffer.from(data, "base64");
    });
  }

  /**
   * Converts viewport to page coordinates. Rejects parts outside of the viewport: they would be painted for the
   * PNG.
   */
  async #onPage(region: Rectangle, sessionId: string): Promise<Rectangle> {
    const { cssVisualViewport: view } = await this.#devtools.ask(
      layout,
      "Page.getLayoutMetrics",
      {},
      { sessionId },
    );
    const { clientWidth, clientHeight, pageX, pageY } = view;
    if (region.x + region.width > clientWidth || region.y + region.height > clientHeight) {
      throw new ComputerRefusal(
        `region: must be inside the picture, which is ${clientWidth} by ${clientHeight} pixels`,
      );
    }
    return { ...region, x: region.x + pageX, y: region.y + pageY };
  }

  async #do(action: ComputerAction, signal: AbortSignal): Promise<void> {
    switch (action.type) {
      case "click_mouse":
        return await this.#click(action.click_mouse);
      case "move_mouse":
        return await this.#holding(action.move_mouse.hold_keys, async (modifiers) => {
          await this.#moveTo(action.move_mouse, modifiers);
        });
      case "drag_mouse":
        return await this.#drag(action.drag_mouse, signal);
      case "press_key":
        return await this.#press(action.press_key, signal);
      case "scroll":
        return await this.#scroll(action.scroll);
      case "type_text":
        return await this.#type(action.type_text, signal);
      case "set_cursor":
        // Screenshots never contain a cursor.
        return;
      case "sleep":
        await sleep(action.sleep.duration_ms, undefined, { signal });
    }
  }

  async #click(click: Settings<"click_mouse">["click_mouse"]): Promise<void> {
    const { button = "left", click_type: type = "click", num_clicks: times = 1 } = click;
    await this.#holding(click.hold_keys, async (modifiers) => {
      await this.#moveTo(click, modifiers);
      for (let clickCount = 1; clickCount <= times; clickCount += 1) {
        if (type !== "up") await this.#button("mousePressed", button, clickCount, modifiers);
        if (type !== "down") await this.#button("mouseReleased", button, clickCount, modifiers);
      }
    });
  }

  async #drag(drag: Settings<"drag_mouse">["drag_mouse"], signal: AbortSignal): Promise<void> {
    const { button = "left", delay = 0 } = drag;
    const {
      steps_per_segment: steps = standardDrag.steps,
      step_delay_ms: pauseMs = standardDrag.stepDelayMs,
    } = drag;
    const [[firstX, firstY] = [0, 0], ...rest] = drag.path;
    await this.#holding(drag.hold_keys, async (modifiers) => {
      await this.#moveTo({ x: firstX, y: firstY }, modifiers);
      await this.#button("mousePressed", button, 1, modifiers);
      try {
        await sleep(delay, undefined, { signal });
        for (const [toX, toY] of rest) {
          const from = this.position;
          for (let step = 1; step <= steps; step += 1) {
            const part = step / steps;
            const x = Math.round(from.x + (toX - from.x) * part);
            const y = Math.round(from.y + (toY - from.y) * part);
            await this.#moveTo({ x, y }, modifiers);
            await sleep(pauseMs, undefined, { signal });
          }
        }
      } finally {
        await this.#button("mouseReleased", button, 1, modifiers);
      }
    });
  }

  async #scroll(scroll: Settings<"scroll">["scroll"]): Promise<void> {
    const { delta_x: deltaX = 0, delta_y: deltaY = 0 } = scroll;
    await this.#holding(scroll.hold_keys, async (modifiers) => {
      await this.#moveTo(scroll, modifiers);
      await this.#mouse({ type: "mouseWheel", deltaX, deltaY, modifiers });
    });
  }

  async #press(press: Settings<"press_key">["press_key"], signal: AbortSignal): Promise<void> {
    const all = press.keys.map((name) => keysOf(name));
    await this.#holding(press.hold_keys, async (held) => {
      for (const keys of all) await this.#tap(keys, held, press.duration ?? 0, signal);
    });
  }

  /** Presses the keys, while the modifiers `held` are down, and releases them. */
  async #tap(keys: readonly Key[], held: number, durationMs: number, signal: AbortSignal): Promise<void> {
    await this.#pressing(keys, held, async () => {
      if (durationMs > 0) await sleep(durationMs, undefined, { signal });
    });
  }

  async #type({ text, delay = 0 }: Settings<"type_text">["type_text"], signal: AbortSignal): Promise<void> {
    const characters = [...text.replaceAll("\r\n", "\n")];
    for (const [at, character] of characters.entries()) {
      signal.throwIfAborted();
      const key = keyOf(character);
      // Characters on no key are inserted as by an input method.
      if (key.code === "") await this.#input.send("Input.insertText", { text: character });
      else await this.#tap([key], 0, 0, signal);
      if (delay > 0 && at < characters.length - 1) await sleep(delay, undefined, { signal });
    }
  }

  /** Runs `act`, with the modifier bits, while the keys are held down. */
  async #holding(
    names: readonly string[] | undefined,
    act: (modifiers: number) => Promise<void>,
  ): Promise<void> {
    const keys = (names ?? []).flatMap((name) => keysOf(name));
    await this.#pressing(keys, 0, act);
  }

  /** Presses the keys in order, runs `act`, and releases them in reverse order. `held`: modifiers that stay down. */
  async #pressing(
    keys: readonly Key[],
    held: number,
    act: (modifiers: number) => Promise<void>,
  ): Promise<void> {
    let modifiers = held;
    const pressed: Key[] = [];
    try {
      for (const key of keys) {
        if (isModifier(key.key)) modifiers |= modifierBits[key.key];
        await this.#keyDown(key, modifiers);
        pressed.push(key);
      }
      await act(modifiers);
    } finally {
      for (const key of pressed.reverse()) {
        if (isModifier(key.key)) modifiers &= ~modifierBits[key.key] | held;
        await this.#keyUp(key, modifiers);
      }
    }
  }

  async #moveTo({ x, y }: { x: number; y: number }, modifiers: number): Promise<void> {
    this.#at = { x, y };
    const [button = "none"] = Object.entries(buttonBits).flatMap(([name, bit]) =>
      this.#buttons & bit ? [name] : [],
    );
    await this.#mouse({ type: "mouseMoved", button, modifiers });
  }

  async #button(
    type: "mousePressed" | "mouseReleased",
    button: Button,
    clickCount: number,
    modifiers: number,
  ) {
    if (type === "mousePressed") this.#buttons |= buttonBits[button];
    else this.#buttons &= ~buttonBits[button];
    await this.#mouse({ type, button, clickCount, modifiers });
  }

  async #mouse(event: { type: string; modifiers: number; [name: string]: unknown }): Promise<void> {
    const params = { ...this.#at, buttons: this.#buttons, ...event };
    if (event.type === "mouseReleased") await this.#input.release("Input.dispatchMouseEvent", params);
    else await this.#input.send("Input.dispatchMouseEvent", params);
  }

  async #keyDown({ text, ...key }: Key, modifiers: number): Promise<void> {
    // With a modifier other than Shift a key types no text.
    const types = text !== undefined && (modifiers & ~modifierBits.Shift) === 0;
    const event = types ? { type: "keyDown", text } : { type: "rawKeyDown" };
    await this.#input.send("Input.dispatchKeyEvent", { ...key, ...event, modifiers });
  }

  async #keyUp({ text: _text, ...key }: Key, modifiers: number): Promise<void> {
    await this.#input.release("Input.dispatchKeyEvent", { ...key, type: "keyUp", modifiers });
  }
}

function keysOf(name: string): Key[] {
  const keys = combination(name);
  if (!keys) throw new ComputerRefusal(`${name} is not a known key`);
  return keys;
}
