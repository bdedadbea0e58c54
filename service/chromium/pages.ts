// The open pages of one browser in the order of opening, and the origins they have shown.
import { z } from "zod";
import type { DevTools } from "./devtools.ts";

const maxOrigins = 200;

export interface OpenPage {
  targetId: string;
  url: string;
  title: string;
}

const targetInfo = z.object({ targetId: z.string(), type: z.string(), url: z.string(), title: z.string() });
const withInfo = z.object({ targetInfo });
const destroyed = z.object({ targetId: z.string() });

export class Pages {
  readonly #open = new Map<string, OpenPage>();
  readonly #origins = new Set<string>();
  readonly #listeners = new Set<() => void>();

  /** `origins`: those that an earlier browser of the same profile has shown. */
  constructor(origins: readonly string[] = []) {
    for (const origin of origins) this.#origins.add(origin);
  }

  /** Starts tracking; resolves when the pages that were open already are known. */
  async watch(devtools: DevTools): Promise<void> {
    const update = (params: unknown) => this.#update(withInfo.parse(params).targetInfo);
    devtools.on("Target.targetCreated", update);
    devtools.on("Target.targetInfoChanged", update);
    devtools.on("Target.targetDestroyed", (params) => this.#remove(destroyed.parse(params).targetId));
    await devtools.send("Target.setDiscoverTargets", { discover: true });
  }

  /** The page opened most recently. */
  get newest(): OpenPage | undefined {
    return [...this.#open.values()].at(-1);
  }

  get open(): readonly OpenPage[] {
    return [...this.#open.values()];
  }

  find(targetId: string): OpenPage | undefined {
    return this.#open.get(targetId);
  }

  /** At most 200 origins shown so far, including frames in processes of their own. */
  get origins(): readonly string[] {
    return [...this.#origins];
  }

  /**
   * Called after a page opened, closed or changed its address or title. The returned function removes the listener.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #update({ targetId, type, url, title }: z.infer<typeof targetInfo>): void {
    // A hidden page of the service.
    if (type === "other") return;
    const origin = originOf(url);
    if (origin !== undefined && this.#origins.size < maxOrigins) this.#origins.add(origin);
    if (type !== "page") return;
    this.#open.set(targetId, { targetId, url, title });
    this.#notifyListeners();
  }

  #remove(targetId: string): void {
    if (this.#open.delete(targetId)) this.#notifyListeners();
  }

  #notifyListeners(): void {
    for (const listener of this.#listeners) listener();
  }
}

function originOf(url: string): string | undefined {
  if (!/^https?:/.test(url) || !URL.canParse(url)) return undefined;
  return new URL(url).origin;
}
