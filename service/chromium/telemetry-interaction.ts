// Clicks, keys and scrolling in pages, as telemetry. A script in a world of its own reports them, which neither the page
// can see nor needs the Runtime domain, which a page can find out to be enabled.
import { readFileSync } from "node:fs";
import { z } from "zod";
import { newId } from "../kernel/ids.ts";
import type { CategoryCapture, EmitTelemetry, OnTargetEvent, TelemetryTarget } from "./telemetry-target.ts";

const script = readFileSync(new URL("interaction-script.js", import.meta.url), "utf8").replace(/;\s*$/, "");

const bindingCalled = z.object({ name: z.string(), payload: z.string().max(16_384) });
const addedScript = z.object({ identifier: z.string() });
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

export class InteractionCapture implements CategoryCapture {
  readonly #emit: EmitTelemetry;
  /**
   * Name of the script's world and of the function in it by which it reports; another one for each connection, because the
   * scripts of an earlier one remain in open documents.
   */
  readonly #name = `interactions${newId()}`;
  /** Identifiers of the scripts for further documents. */
  readonly #scripts = new Map<TelemetryTarget, string>();

  constructor({ on, emit }: { on: OnTargetEvent; emit: EmitTelemetry }) {
    this.#emit = emit;
    on("Runtime.bindingCalled", bindingCalled, ({ name, payload }, target) => {
      if (name !== this.#name) return;
      const read = report.safeParse(parsed(payload));
      if (read.success) this.#reported(read.data, target);
    });
  }

  async begin(target: TelemetryTarget): Promise<void> {
    const name = this.#name;
    const binding = target.send("Runtime.addBinding", { name, executionContextName: name });
    const added = target.send("Page.addScriptToEvaluateOnNewDocument", {
      source: `(${script})(${JSON.stringify(name)});`,
      worldName: name,
      // Also in the present document.
      runImmediately: true,
    });
    await binding;
    const { data } = addedScript.safeParse(await added);
    if (data) this.#scripts.set(target, data.identifier);
  }

  end(target: TelemetryTarget): void {
    const identifier = this.#scripts.get(target);
    this.gone(target);
    void target.send("Runtime.removeBinding", { name: this.#name });
    if (identifier) void target.send("Page.removeScriptToEvaluateOnNewDocument", { identifier });
  }

  gone(target: TelemetryTarget): void {
    this.#scripts.delete(target);
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

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
