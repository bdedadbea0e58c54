// Stored logs behind a scripted dashboard: listed, read in pages, deleted.
import { logTopic, parseLogTopic, type Topic } from "@/lib/bff/live";
import { storedLogOperations } from "@/lib/bff/operations/stored-logs";
import { type StoredLog, storedLinesQuery } from "@/lib/bff/stored-logs";
import { problem, type ScriptedBff } from "./scripted-bff.ts";

/** Lines of a page: a log of more takes several. */
const pageLines = 40;

export const chromiumTopic = (sessionId: string): Topic =>
  logTopic({ sessionId, log: { source: "supervisor", process: "chromium" } });

export class ScriptedStoredLogs {
  readonly #logs = new Map<number, { log: StoredLog; texts: readonly string[] }>();
  #lastId = 0;

  constructor(bff: ScriptedBff) {
    bff
      .on(storedLogOperations.listStoredLogs, ({ query }) =>
        Response.json(
          [...this.#logs.values()].flatMap(({ log }) =>
            [...query].every(([name, value]) =>
              Object.entries(log).some(([key, own]) => key === name && own === value),
            )
              ? [log]
              : [],
          ),
        ),
      )
      .on(storedLogOperations.readStoredLines, ({ params, query }) => {
        const { from_line: fromLine } = storedLinesQuery.parse(Object.fromEntries(query));
        return this.#page(Number(params.id), fromLine ?? 1);
      })
      .on(storedLogOperations.deleteStoredLog, ({ params }) => {
        this.#logs.delete(Number(params.id));
        return new Response(null, { status: 204 });
      });
  }

  /** Stores a log that has ended, of lines that are a millisecond apart. */
  add(topic: Topic, texts: readonly string[], given: Partial<StoredLog> & { fromMs?: number } = {}): void {
    const { fromMs = Date.now() - 60_000, ...rest } = given;
    const parts = parseLogTopic(topic);
    this.#lastId += 1;
    const log: StoredLog = {
      id: this.#lastId,
      topic,
      lines: texts.length,
      first_line: 1,
      session_id: parts !== undefined && "sessionId" in parts ? parts.sessionId : null,
      invocation_id: parts !== undefined && "invocationId" in parts ? parts.invocationId : null,
      first_ms: fromMs,
      last_ms: fromMs + texts.length - 1,
      ended_at_ms: fromMs + texts.length,
      end_reason: "The session was deleted.",
      text_bytes: texts.join("\n").length,
      ...rest,
    };
    this.#logs.set(log.id, { log, texts });
  }

  #page(id: number, fromLine: number): Response {
    const stored = this.#logs.get(id);
    if (stored === undefined) return problem(404, "not_found", "There is no such stored log.");
    const { log, texts } = stored;
    const skipped = Math.max(0, fromLine - log.first_line);
    const page = texts.slice(skipped, skipped + pageLines);
    const next = skipped + page.length;
    const entries = page.map((text, index) => ({
      kind: "line",
      text,
      line: log.first_line + skipped + index,
      at: new Date((log.first_ms ?? 0) + skipped + index).toISOString(),
    }));
    return Response.json({ log, entries, next_line: next < texts.length ? log.first_line + next : null });
  }
}
