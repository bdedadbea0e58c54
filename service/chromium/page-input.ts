// Input for the page in front of one browser. A dialog that the page opens meanwhile interrupts what follows, unless
// somebody closes it soon.
import { type DevTools, DevToolsTimeout } from "./devtools.ts";
import type { Dialogs } from "./dialogs.ts";
import type { Pages } from "./pages.ts";

/** How long an action waits for a busy page. */
const frontTimeoutMs = 15_000;
/** How long input waits for a dialog to close that opened meanwhile: many clients answer each at once. */
const dialogTimeoutMs = 500;

interface Front {
  targetId: string;
  sessionId: string;
}

/** A request that cannot be carried out; the message is written for the caller. */
export class ComputerRefusal extends Error {
  override readonly name = "ComputerRefusal";
}

export class PageInput {
  readonly #devtools: DevTools;
  readonly #pages: Pages;
  readonly #dialogs: Pick<Dialogs, "of" | "onChange">;
  #front: Front | undefined;
  /** The page that the present input went to last. */
  #inputId: string | undefined;
  /** The dialog there that was waited for without an answer. */
  #leftOpenId: number | undefined;

  constructor(devtools: DevTools, pages: Pages, dialogs: Pick<Dialogs, "of" | "onChange">) {
    this.#devtools = devtools;
    this.#pages = pages;
    this.#dialogs = dialogs;
  }

  /** Call it before the first input of a request: dialogs of earlier ones do not interrupt that. */
  begin(): void {
    this.#inputId = undefined;
  }

  /**
   * Sends input to the page in front; resolves when it has taken that, or opens a dialog. Throws ComputerRefusal when no page
   * takes it.
   */
  async send(method: string, params: object): Promise<void> {
    if (await this.#isInterrupted()) {
      throw new ComputerRefusal("the page shows a dialog, so the rest was not sent; answer that first");
    }
    const { targetId, sessionId } = await this.inFront();
    this.#inputId = targetId;
    await this.#orDialog(targetId, this.#devtools.send(method, params, { sessionId }));
  }

  /** Sends that a key or button is released, unless the page shows a dialog: Chromium ignores that then. */
  async release(method: string, params: object): Promise<void> {
    if (!(await this.#isInterrupted())) await this.send(method, params);
  }

  /** Whether the page that the present input went to has opened a dialog that nobody answers. */
  async #isInterrupted(): Promise<boolean> {
    const targetId = this.#inputId;
    const openId = () => (targetId === undefined ? undefined : this.#dialogs.of(targetId)?.id);
    if (openId() === undefined) return false;
    const endMs = performance.now() + (openId() === this.#leftOpenId ? 0 : dialogTimeoutMs);
    while (openId() !== undefined && performance.now() < endMs)
      await this.#dialogChange(endMs - performance.now());
    this.#leftOpenId = openId();
    return openId() !== undefined;
  }

  /** Resolves when a dialog opens or closes, or after this time. */
  async #dialogChange(withinMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, withinMs);
    const stop = this.#dialogs.onChange(resolve);
    await promise;
    clearTimeout(timer);
    stop();
  }

  /** Settles as `answer` does, or resolves when the page opens a dialog: the answer comes when that is closed. */
  async #orDialog(targetId: string, answer: Promise<unknown>): Promise<void> {
    const { promise: interrupted, resolve } = Promise.withResolvers<void>();
    const stop = this.#dialogs.onChange(() => {
      if (this.#dialogs.of(targetId)) resolve();
    });
    try {
      await Promise.race([answer, interrupted]);
    } finally {
      stop();
      answer.catch(() => undefined);
    }
  }

  /**
   * The page in front. Clients can make several pages report that they are visible: then the newest of them. Throws
   * ComputerRefusal when there is none, none without a dialog, or none that answers within 15 seconds.
   */
  async inFront(): Promise<Front> {
    const endMs = performance.now() + frontTimeoutMs;
    for (;;) {
      let isSilent = false;
      let hasDialog = false;
      for (const { targetId } of [...this.#pages.open].reverse()) {
        if (this.#dialogs.of(targetId)) {
          hasDialog = true;
          continue;
        }
        const front = await this.#ifVisible(targetId);
        if (front === "silent") isSilent = true;
        else if (front) return front;
        if (performance.now() > endMs) throw new ComputerRefusal("the page does not answer; try again later");
      }
      if (isSilent) continue;
      throw new ComputerRefusal(
        hasDialog
          ? "the page shows a dialog; answer that first"
          : "no page of this browser is active; open one first",
      );
    }
  }

  /** Undefined for a page that is hidden or closed. */
  async #ifVisible(targetId: string): Promise<Front | "silent" | undefined> {
    const attachedId = this.#front?.targetId === targetId ? this.#front.sessionId : undefined;
    let sessionId = attachedId;
    try {
      sessionId ??= await this.#devtools.attach(targetId);
      if (await this.#devtools.isVisible(sessionId)) {
        this.#front = { targetId, sessionId };
        return this.#front;
      }
    } catch (error) {
      if (error instanceof DevToolsTimeout && sessionId !== undefined) {
        if (!attachedId) this.#devtools.detach(sessionId).catch(() => undefined);
        return "silent";
      }
    }
    if (attachedId) this.#front = undefined;
    if (sessionId !== undefined) await this.#devtools.detach(sessionId).catch(() => undefined);
    return undefined;
  }
}
