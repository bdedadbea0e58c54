// One page or frame of a browser that telemetry is attached to, with the context of its events.
import { z } from "zod";
import type { UntimedTelemetryEvent } from "../../../lib/contract/telemetry-events.ts";
import type { DevTools } from "../devtools.ts";

export const targetInfo = z.object({
  targetId: z.string(),
  type: z.string(),
  title: z.string(),
  url: z.string(),
  openerId: z.string().optional(),
});
export type TargetInfo = z.infer<typeof targetInfo>;

export const frame = z.object({
  id: z.string(),
  parentId: z.string().optional(),
  loaderId: z.string(),
  url: z.string(),
});
export type Frame = z.infer<typeof frame>;

const maxUrlChars = 4_096;

/** A page may have its address as long as it likes. */
export const boundedUrl = (url: string) => (url.length > maxUrlChars ? `${url.slice(0, maxUrlChars)}…` : url);

export class TelemetryTarget {
  readonly sessionId: string;
  readonly info: TargetInfo;
  readonly #devtools: DevTools;
  #document: { loaderId: string; url: string } | undefined;
  #navigations = 0;

  constructor(devtools: DevTools, sessionId: string, info: TargetInfo) {
    this.#devtools = devtools;
    this.sessionId = sessionId;
    this.info = info;
  }

  get isPage(): boolean {
    return this.info.type === "page";
  }

  get type() {
    return this.isPage ? ("page" as const) : ("other" as const);
  }

  /** Whether this is the frame of the target's own document. Its id is that of the target. */
  isMainFrame({ id }: { id: string }): boolean {
    return id === this.info.targetId;
  }

  get hasDocument(): boolean {
    return this.#document !== undefined;
  }

  /** Records a document that was there before, or one that a navigation has shown. */
  showDocument({ loaderId, url }: Frame, options: { navigated: boolean }): void {
    this.#document = { loaderId, url };
    if (options.navigated) this.#navigations += 1;
  }

  /** Records another address of the same document. */
  changeUrl(url: string): void {
    if (this.#document) this.#document = { ...this.#document, url };
  }

  /** Context of an event; what is known of the event itself replaces what is known of its target. */
  context(known: { frame_id?: string; loader_id?: string; url?: string } = {}) {
    const loader = known.loader_id ?? this.#document?.loaderId;
    return {
      target_id: this.info.targetId,
      target_type: this.type,
      session_id: this.sessionId,
      frame_id: known.frame_id ?? this.info.targetId,
      ...(loader ? { loader_id: loader } : {}),
      nav_seq: this.#navigations,
      url: boundedUrl(known.url ?? this.#document?.url ?? this.info.url),
    };
  }

  /** Sends a command; undefined when the target refuses it, is gone or does not answer. */
  async send(method: string, params: object = {}): Promise<unknown> {
    return await this.#devtools.send(method, params, { sessionId: this.sessionId }).catch(() => undefined);
  }
}

export type EmitTelemetry = (event: UntimedTelemetryEvent) => void;

/** The capture of one category on the attached targets. Commands are sent in order, without waiting for answers. */
export interface CategoryCapture {
  begin(target: TelemetryTarget): Promise<unknown>;
  /** The category is not captured any more. */
  end(target: TelemetryTarget): void;
  /** The target is gone. */
  gone(target: TelemetryTarget): void;
  /** The target is new, and waits until its capture has begun. */
  opened?(target: TelemetryTarget): void;
  /** The target shows another document. */
  navigated?(target: TelemetryTarget): void;
}

/** Subscribes to an event of DevTools on attached targets. */
export type OnTargetEvent = <Schema extends z.ZodType>(
  method: string,
  schema: Schema,
  act: (event: z.output<Schema>, target: TelemetryTarget) => void,
) => void;
