// Clicks, keys and scrolling in pages, as telemetry. A script in a world of its own reports them, which neither the page
// can see nor needs the Runtime domain, which a page can find out to be enabled.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { newId } from "../../kernel/ids.ts";
import {
  type CategoryCapture,
  type EmitTelemetry,
  frame,
  type OnTargetEvent,
  type TelemetryTarget,
} from "./telemetry-target.ts";

const script = readFileSync(new URL("interaction-script.js", import.meta.url), "utf8").replace(/;\s*$/, "");

const bindingCalled = z.object({ name: z.string(), payload: z.string().max(16_384) });
const shortText = z.string().max(4_096);
const click = z.object({
  selector: shortText,
  tag: shortText,
  text: shortText,
  x: z.number(),
  y: z.number(),
});
const key = z.object({ key: shortText.exactOptional(), selector: shortText, tag: shortText });
const scroll = z.object({
  target_selector: shortText,
  from_x: z.number(),
  from_y: z.number(),
  to_x: z.number(),
  to_y: z.number(),
});
const report = z.discriminatedUnion("type", [
  z.object({ type: z.literal("click"), data: click }),
  z.object({ type: z.literal("key"), data: key }),
  z.object({ type: z.literal("scroll"), data: scroll }),
]);

const addedScript = z.object({ identifier: z.string() });
const createdWorld = z.object({ executionContextId: z.number() });
const frameNavigated = z.object({ frame });

interface FrameTree {
  frame: { id: string };
  childFrames?: FrameTree[] | undefined;
}
const frameTree: z.ZodType<FrameTree> = z.object({
  frame: z.object({ id: z.string() }),
  childFrames: z.array(z.lazy(() => frameTree)).optional(),
});
const answeredFrames = z.object({ frameTree });

export class InteractionCapture implements CategoryCapture {
  readonly #emit: EmitTelemetry;
  /**
   * Name of the script's world and of the function in it by which it reports; another one for each connection, because the
   * scripts of an earlier one remain in open documents.
   */
  readonly #name = `interactions${newId()}`;
  /** The script as an expression. */
  readonly #source = `(${script})(${JSON.stringify(this.#name)})`;
  /** Each with the identifier of the script for its further documents, once it is known. */
  readonly #targets = new Map<TelemetryTarget, string>();

  constructor({ on, emit }: { on: OnTargetEvent; emit: EmitTelemetry }) {
    this.#emit = emit;
    on("Runtime.bindingCalled", bindingCalled, ({ name, payload }, target) => {
      if (name !== this.#name) return;
      const read = report.safeParse(parsed(payload));
      if (read.success) this.#reported(read.data, target);
    });
    on("Page.frameNavigated", frameNavigated, ({ frame: { id } }, target) => {
      if (this.#targets.has(target)) void this.#inject(id, target);
    });
  }

  async begin(target: TelemetryTarget): Promise<void> {
    this.#targets.set(target, "");
    const added = target.send("Page.addScriptToEvaluateOnNewDocument", {
      source: this.#source,
      worldName: this.#name,
    });
    const { data } = answeredFrames.safeParse(await target.send("Page.getFrameTree"));
    await Promise.all((data ? framesOf(data.frameTree) : []).map((id) => this.#inject(id, target)));
    const { data: script } = addedScript.safeParse(await added);
    if (script && this.#targets.has(target)) this.#targets.set(target, script.identifier);
  }

  end(target: TelemetryTarget): void {
    const identifier = this.#targets.get(target);
    this.gone(target);
    void target.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
    void target.send("Runtime.removeBinding", { name: this.#name });
  }

  gone(target: TelemetryTarget): void {
    this.#targets.delete(target);
  }

  /**
   * Runs the script in the present document of a frame. The function is added to each world by its id: by the name of the
   * world Chromium adds it only while the Runtime domain is enabled.
   */
  async #inject(frameId: string, target: TelemetryTarget): Promise<void> {
    const world = await target.send("Page.createIsolatedWorld", { frameId, worldName: this.#name });
    const { data } = createdWorld.safeParse(world);
    if (!data) return;
    const { executionContextId } = data;
    await Promise.all([
      target.send("Runtime.addBinding", { name: this.#name, executionContextId }),
      target.send("Runtime.evaluate", { expression: this.#source, contextId: executionContextId }),
    ]);
  }

  #reported(reported: z.infer<typeof report>, target: TelemetryTarget): void {
    const source = { kind: "cdp", event: "Runtime.bindingCalled" } as const;
    const context = target.context();
    switch (reported.type) {
      case "click": {
        const data = { ...context, ...reported.data };
        this.#emit({ category: "interaction", type: "interaction_click", source, data });
        return;
      }
      case "key": {
        const data = { ...context, ...reported.data };
        this.#emit({ category: "interaction", type: "interaction_key", source, data });
        return;
      }
      case "scroll": {
        const data = { ...context, ...reported.data };
        this.#emit({ category: "interaction", type: "interaction_scroll_settled", source, data });
        return;
      }
    }
  }
}

const framesOf = ({ frame: { id }, childFrames = [] }: FrameTree): string[] => [
  id,
  ...childFrames.flatMap(framesOf),
];

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
