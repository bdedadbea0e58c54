// Writes the console messages of pages with their level, their uncaught errors and failed requests to the log of their
// browser's process. Chromium's own output has console messages too, but all at level INFO, and no failed requests.
import { z } from "zod";
import type { SupervisedProcess } from "../machine/supervisor.ts";
import type { DevTools } from "./devtools.ts";

const maxMessageLines = 50;
const maxMessageChars = 32_768;
const maxUrlChars = 500;
const releaseAfterMs = 1_000;

const attachedToTarget = z.object({ sessionId: z.string() });
const consoleMessage = z.object({
  message: z.object({
    level: z.string(),
    text: z.string(),
    url: z.string().optional(),
    line: z.number().optional(),
  }),
});
const logEntry = z.object({
  entry: z.object({
    source: z.string(),
    level: z.string(),
    text: z.string(),
    url: z.string().optional(),
    lineNumber: z.number().optional(),
  }),
});
const exception = z.object({
  exceptionDetails: z.object({
    text: z.string(),
    url: z.string().optional(),
    lineNumber: z.number(),
    exception: z.object({ description: z.string().optional(), value: z.unknown().optional() }).optional(),
  }),
});

/** Workers report through the log of their page. A service worker would not end while it is attached. */
const filter = [{ type: "page" }, { type: "iframe" }];

/**
 * Starts writing to the log of `process` and ends with the browser. `devtools`: a connection of its own, which
 * separates its attached targets from those of the service. In stealth mode uncaught errors are left out: a
 * page can find out that the Runtime domain, which reports them, is enabled.
 */
export async function logPageConsole(
  devtools: DevTools,
  process: SupervisedProcess,
  { stealth }: { stealth: boolean },
): Promise<void> {
  const autoAttach = (sessionId?: string) =>
    devtools.send(
      "Target.setAutoAttach",
      { autoAttach: true, waitForDebuggerOnStart: false, flatten: true, filter },
      sessionId === undefined ? {} : { sessionId },
    );
  const onEvent = <Schema extends z.ZodType>(
    method: string,
    schema: Schema,
    act: (event: z.output<Schema>) => void,
  ) =>
    devtools.on(method, (params) => {
      const read = schema.safeParse(params);
      if (read.success) act(read.data);
    });
  const lines = new ConsoleLines(process);

  onEvent("Console.messageAdded", consoleMessage, ({ message: { level, text, url, line } }) =>
    lines.add("console", level, text, placeOf(url, line)),
  );
  onEvent("Log.entryAdded", logEntry, ({ entry: { source, level, text, url, lineNumber } }) => {
    const line = lineNumber === undefined ? undefined : lineNumber + 1;
    lines.add(source === "worker" ? "console" : source, level, text, placeOf(url, line));
  });
  onEvent(
    "Runtime.exceptionThrown",
    exception,
    ({ exceptionDetails: { text, url, lineNumber, exception } }) => {
      const thrown = exception?.description ?? (exception && JSON.stringify(exception.value));
      // A stack has the place already.
      const place = exception?.description?.includes("\n") ? "" : placeOf(url, lineNumber + 1);
      lines.add("console", "error", [text, thrown].filter(Boolean).join(" "), place);
    },
  );
  // Chromium keeps the objects of messages and errors for whoever enabled the Runtime domain.
  const toRelease = new Map<string, NodeJS.Timeout>();
  const release = (_: unknown, sessionId: string | undefined) => {
    if (sessionId === undefined || toRelease.has(sessionId)) return;
    const send = () => {
      toRelease.delete(sessionId);
      devtools
        .send("Runtime.releaseObjectGroup", { objectGroup: "console" }, { sessionId })
        .catch(() => undefined);
    };
    toRelease.set(sessionId, setTimeout(send, releaseAfterMs).unref());
  };
  devtools.on("Runtime.consoleAPICalled", release);
  devtools.on("Runtime.exceptionThrown", release);
  onEvent("Target.attachedToTarget", attachedToTarget, ({ sessionId }) => {
    // A page may be gone by then.
    const ignore = () => undefined;
    autoAttach(sessionId).catch(ignore);
    const domains = ["Console", "Log", ...(stealth ? [] : ["Runtime"])];
    for (const domain of domains) devtools.send(`${domain}.enable`, {}, { sessionId }).catch(ignore);
  });
  await autoAttach();
}

function placeOf(url = "", line = 0): string {
  const shown = url.length > maxUrlChars ? `${url.slice(0, maxUrlChars)}…` : url;
  return url === "" ? "" : ` (${shown}${line > 0 ? `:${line}` : ""})`;
}

/** Adds messages to a log, and counts those for which the disk is too slow. */
class ConsoleLines {
  readonly #process: SupervisedProcess;
  #hasRoom = true;
  #dropped = 0;

  constructor(process: SupervisedProcess) {
    this.#process = process;
  }

  /** Further lines of a message are indented, so that a page cannot write lines in another's name. */
  add(source: string, level: string, text: string, place: string): void {
    if (!this.#hasRoom) {
      this.#dropped += 1;
      return;
    }
    const truncated = text.length > maxMessageChars ? `${text.slice(0, maxMessageChars)}…` : text;
    const [first = "", ...rest] = truncated.split(/\r\n|[\r\n]/);
    const shown = rest.slice(0, maxMessageLines - 1).map((line) => `  ${line}`);
    if (shown.length < rest.length) shown.push(`  … ${rest.length - shown.length} more lines`);
    this.#write([`[${source}:${level}] ${first}${place}`, ...shown]);
  }

  #write(lines: readonly string[]): void {
    this.#hasRoom = this.#process.write(lines);
    if (!this.#hasRoom) void this.#waitForRoom();
  }

  async #waitForRoom(): Promise<void> {
    // A log that cannot be written says so itself as soon as it can.
    await this.#process.flushed().catch(() => undefined);
    this.#hasRoom = true;
    const dropped = this.#dropped;
    this.#dropped = 0;
    if (dropped > 0) this.#write([`[console:warning] ${dropped} messages were dropped: they came too fast`]);
  }
}
