// Follows the telemetry of an invocation's browsers for its page. Its parser is large: it loads with the first event.
import type { OpenLog } from "@/components/layout/use-open-log";
import { logTopic } from "@/lib/bff/live";
import type { FeedEvent, LogFeed } from "@/lib/live/log-feed";
import type { LogSpan } from "@/lib/live/log-search";
import type { StoredFeed } from "@/lib/live/stored-feed";
import type { PageRecord } from "@/lib/telemetry/page-record";

/** A session to follow. */
export interface FollowedSession {
  readonly id: string;
  /** When it was last read as active, epoch milliseconds; undefined while it is not. */
  readonly liveAtMs: number | undefined;
}

/** Events are in order of their numbers, of which times differ by less. */
const disorderMs = 5_000;

const isRead = ({ state: { log } }: LogFeed) => log === "open" || log === "ended" || log === "unavailable";

/** The telemetry of sessions, as far as it is of a time. */
export class PageRecording {
  readonly #openLog: OpenLog;
  readonly #span: () => LogSpan;
  readonly #changed: () => void;
  readonly #followed = new Map<string, { readonly feed: StoredFeed; readonly end: () => void }>();
  readonly #reading = new Set<string>();
  #loading: Promise<PageRecord> | undefined;
  #record: PageRecord | undefined;
  #isClosed = false;

  /** `changed` is called after each change; `span` may change as long as it becomes narrower at its end. */
  constructor(openLog: OpenLog, span: () => LogSpan, changed: () => void) {
    this.#openLog = openLog;
    this.#span = span;
    this.#changed = changed;
  }

  /** What was recorded; undefined before the first event. */
  get record(): PageRecord | undefined {
    return this.#record;
  }

  /** Whether everything that there is was read of all sessions. */
  get isRead(): boolean {
    return this.#reading.size === 0;
  }

  /** Follows these sessions, too; one that is active is followed live even if its stored telemetry has ended. */
  follow(sessions: readonly FollowedSession[]): void {
    for (const { id, liveAtMs } of sessions) {
      if (!this.#followed.has(id)) this.#subscribe(id);
      this.#followed.get(id)?.feed.setLive(liveAtMs);
    }
  }

  close(): void {
    this.#isClosed = true;
    for (const { end } of this.#followed.values()) end();
  }

  #subscribe(sessionId: string): void {
    const feed = this.#openLog(logTopic({ sessionId, log: { source: "telemetry" } }));
    this.#reading.add(sessionId);
    const end = feed.subscribe((event) => {
      if (event.kind === "lines") this.#add(sessionId, event);
      else if (event.kind === "state" && isRead(feed)) this.#settle(sessionId);
    });
    this.#followed.set(sessionId, { feed, end });
  }

  #add(sessionId: string, { lines }: Extract<FeedEvent, { kind: "lines" }>): void {
    const { fromMs, toMs } = this.#span();
    const times = lines.map(({ at }) => Date.parse(at));
    const during = lines.filter((_, index) => {
      const atMs = times[index] ?? Number.NaN;
      return atMs >= fromMs && atMs <= toMs;
    });
    if (during.length > 0) {
      this.#loading ??= import("@/lib/telemetry/page-record").then((module) => new module.PageRecord());
      this.#afterLoading((record) => record?.add(sessionId, during));
    }
    if (!times.some((atMs) => atMs > toMs + disorderMs)) return;
    // The rest of what a browser of a pool did is of other invocations.
    this.#followed.get(sessionId)?.end();
    this.#settle(sessionId);
  }

  #settle(sessionId: string): void {
    this.#afterLoading(() => this.#reading.delete(sessionId));
  }

  /** Acts in the order of the calls. Without its parser the telemetry is not shown. */
  #afterLoading(act: (record: PageRecord | undefined) => void): void {
    const run = (record: PageRecord | undefined) => {
      if (this.#isClosed) return;
      this.#record = record;
      act(record);
      this.#changed();
    };
    if (this.#loading === undefined) run(undefined);
    else void this.#loading.then(run, () => run(undefined));
  }
}
