// The JavaScript dialogs that pages of one browser show. They are only watched: a dialog waits for whoever handles it, as it
// would without this. Chromium reports none that was open before the Page domain was enabled, so that is from the start,
// and on a connection of the service's own: a client's session stays as the client set it up.
import { z } from "zod";
import type { DevTools } from "./devtools.ts";

const maxTextChars = 2_000;
const maxOriginChars = 300;

export interface OpenDialog {
  /** Unique in its browser, so that an answer is never that to a later dialog. */
  id: number;
  targetId: string;
  kind: "alert" | "confirm" | "prompt" | "beforeunload";
  message: string;
  /** The origin of the frame that opened it; absent where that has none, as a `data:` address. */
  origin?: string;
  /** What a prompt begins with. */
  defaultText: string;
}

export interface DialogAnswer {
  accept: boolean;
  /** For a prompt that is accepted. */
  text?: string | undefined;
}

const attached = z.object({
  sessionId: z.string(),
  targetInfo: z.object({ targetId: z.string(), type: z.string() }),
});
const detached = z.object({ sessionId: z.string() });
const opening = z.object({
  url: z.string(),
  message: z.string(),
  type: z.enum(["alert", "confirm", "prompt", "beforeunload"]),
  defaultPrompt: z.string().optional(),
});

export class Dialogs {
  #devtools: DevTools | undefined;
  readonly #targets = new Map<string, string>();
  /** By the session of its page, which shows one at a time. */
  readonly #open = new Map<string, OpenDialog>();
  readonly #listeners = new Set<() => void>();
  #lastId = 0;

  /** Starts watching the pages that `devtools` attaches to from now on. */
  watch(devtools: DevTools): void {
    this.#devtools = devtools;
    devtools.on("Target.attachedToTarget", (params) => {
      const { sessionId, targetInfo } = attached.parse(params);
      // The dialogs of a page's frames are those of the page.
      if (targetInfo.type !== "page") return;
      this.#targets.set(sessionId, targetInfo.targetId);
      // The page may be gone by then.
      devtools.send("Page.enable", {}, { sessionId }).catch(() => undefined);
    });
    devtools.on("Target.detachedFromTarget", (params) => {
      const { sessionId } = detached.parse(params);
      this.#targets.delete(sessionId);
      this.#remove(sessionId);
    });
    devtools.on("Page.javascriptDialogOpening", (params, sessionId = "") => {
      const read = opening.safeParse(params);
      const targetId = this.#targets.get(sessionId);
      if (!read.success || targetId === undefined) return;
      const { url, message, type, defaultPrompt = "" } = read.data;
      const origin = originOf(url);
      this.#lastId += 1;
      this.#open.set(sessionId, {
        id: this.#lastId,
        targetId,
        kind: type,
        message: bounded(message, maxTextChars),
        ...(origin === undefined ? {} : { origin: bounded(origin, maxOriginChars) }),
        defaultText: defaultPrompt.slice(0, maxTextChars),
      });
      this.#notifyListeners();
    });
    devtools.on("Page.javascriptDialogClosed", (_, sessionId = "") => this.#remove(sessionId));
  }

  /** Those that are open, the one that opened first in front. */
  get open(): readonly OpenDialog[] {
    return [...this.#open.values()];
  }

  /** The dialog that a page shows. */
  of(targetId: string): OpenDialog | undefined {
    return this.open.find((dialog) => dialog.targetId === targetId);
  }

  /** Called after a dialog opened or closed. The returned function removes the listener. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Answers a dialog as its user would. One that another client has just closed needs no answer. */
  async answer(id: number, { accept, text }: DialogAnswer): Promise<void> {
    const [sessionId] = [...this.#open].find(([, dialog]) => dialog.id === id) ?? [];
    if (sessionId === undefined) return;
    const params = { accept, ...(text === undefined ? {} : { promptText: text }) };
    await this.#devtools?.send("Page.handleJavaScriptDialog", params, { sessionId }).catch(() => undefined);
  }

  #remove(sessionId: string): void {
    if (this.#open.delete(sessionId)) this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

const bounded = (text: string, maxChars: number) =>
  text.length > maxChars ? `${text.slice(0, maxChars)}…` : text;

function originOf(url: string): string | undefined {
  const origin = URL.canParse(url) ? new URL(url).origin : "null";
  return origin === "null" ? undefined : origin;
}
