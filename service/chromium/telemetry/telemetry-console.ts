// The console messages and uncaught errors of pages, as telemetry.
import { z } from "zod";
import type { Clock } from "../../kernel/clock.ts";
import { type RemoteObject, remoteObject, textOf } from "./remote-object.ts";
import { boundedStack, stackTrace } from "./telemetry-stack.ts";
import type { CategoryCapture, EmitTelemetry, OnTargetEvent, TelemetryTarget } from "./telemetry-target.ts";

const maxTextChars = 8_192;
const maxArgs = 50;
const releaseAfterMs = 1_000;

const consoleCalled = z.object({
  type: z.string(),
  args: z.array(remoteObject),
  stackTrace: stackTrace.optional(),
});
const exceptionThrown = z.object({
  exceptionDetails: z.object({
    text: z.string(),
    url: z.string().optional(),
    lineNumber: z.number(),
    columnNumber: z.number(),
    exception: remoteObject.optional(),
    stackTrace: stackTrace.optional(),
  }),
});

export interface ConsoleCaptureDeps {
  on: OnTargetEvent;
  emit: EmitTelemetry;
  clock: Clock;
}

export class ConsoleCapture implements CategoryCapture {
  readonly #emit: EmitTelemetry;
  readonly #clock: Clock;
  /** Sessions whose earlier messages, which enabling sends again, have been passed over. */
  readonly #capturing = new Set<string>();
  readonly #releasing = new Map<string, () => void>();

  constructor({ on, emit, clock }: ConsoleCaptureDeps) {
    this.#emit = emit;
    this.#clock = clock;
    on("Runtime.consoleAPICalled", consoleCalled, (event, target) => this.#called(event, target));
    on("Runtime.exceptionThrown", exceptionThrown, (event, target) => this.#thrown(event, target));
  }

  /** Chromium sends the messages so far before it answers; those were written before the capture began. */
  async begin(target: TelemetryTarget): Promise<void> {
    await target.send("Runtime.enable");
    this.#capturing.add(target.sessionId);
  }

  end(target: TelemetryTarget): void {
    this.gone(target);
    void target.send("Runtime.disable");
  }

  gone({ sessionId }: TelemetryTarget): void {
    this.#capturing.delete(sessionId);
    this.#releasing.get(sessionId)?.();
    this.#releasing.delete(sessionId);
  }

  #called({ type, args, stackTrace: stack }: z.infer<typeof consoleCalled>, target: TelemetryTarget): void {
    if (!this.#receives(target)) return;
    const texts = boundedTexts(args);
    const data = {
      ...target.context(),
      level: type,
      args: texts.shown,
      text: texts.shown[0] ?? "",
      ...(stack ? { stack_trace: boundedStack(stack) } : {}),
    };
    const source = { kind: "cdp", event: "Runtime.consoleAPICalled" } as const;
    const truncated = texts.truncated ? { truncated: true } : {};
    if (type === "error") {
      this.#emit({ category: "console", type: "console_error", source, data, ...truncated });
    } else this.#emit({ category: "console", type: "console_log", source, data, ...truncated });
  }

  #thrown({ exceptionDetails }: z.infer<typeof exceptionThrown>, target: TelemetryTarget): void {
    if (!this.#receives(target)) return;
    const { text, url, lineNumber, columnNumber, exception, stackTrace: stack } = exceptionDetails;
    // The description of an error has its stack, which has a field of its own.
    const [thrown = ""] = exception ? textOf(exception).split("\n    at ") : [];
    const whole = [text, thrown].filter(Boolean).join(" ");
    this.#emit({
      category: "console",
      type: "console_error",
      source: { kind: "cdp", event: "Runtime.exceptionThrown" },
      data: {
        ...target.context(),
        text: whole.slice(0, maxTextChars),
        line: lineNumber,
        column: columnNumber,
        ...(url ? { source_url: url.slice(0, maxTextChars) } : {}),
        ...(stack ? { stack_trace: boundedStack(stack) } : {}),
      },
      ...(whole.length > maxTextChars ? { truncated: true } : {}),
    });
  }

  #receives(target: TelemetryTarget): boolean {
    this.#releaseSoon(target);
    return this.#capturing.has(target.sessionId);
  }

  /** Chromium keeps the objects of messages and errors for whoever enabled the Runtime domain. */
  #releaseSoon(target: TelemetryTarget): void {
    if (this.#releasing.has(target.sessionId)) return;
    const cancel = this.#clock.later(releaseAfterMs, () => {
      this.#releasing.delete(target.sessionId);
      void target.send("Runtime.releaseObjectGroup", { objectGroup: "console" });
    });
    this.#releasing.set(target.sessionId, cancel);
  }
}

function boundedTexts(args: readonly RemoteObject[]): { shown: string[]; truncated: boolean } {
  const texts = args.slice(0, maxArgs).map(textOf);
  return {
    shown: texts.map((text) => text.slice(0, maxTextChars)),
    truncated: args.length > maxArgs || texts.some((text) => text.length > maxTextChars),
  };
}
