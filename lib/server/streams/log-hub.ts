// All followed logs of this process: one upstream stream per source, shared by its viewers and the recorder of logs. It
// stays open for almost a second after the last viewer leaves (page reloads), unless the recorder needs it; its ring stays
// longer, so that a returning viewer can resume.
import { isTelemetry, type LogTopic, logTopic, parseLogTopic, type Topic } from "../../bff/live.ts";
import type { SessionActivity } from "../../bff/session-activity.ts";
import { paces, wholeSeconds } from "../kernel/paces.ts";
import { Problem } from "../kernel/problem.ts";
import type { RingReader } from "./backpressure.ts";
import type { HistoryHabits } from "./log-history.ts";
import { LogSource, type LogSourceDeps } from "./log-source.ts";
import { RingMemory } from "./ring-memory.ts";
import type { SharedLog } from "./shared-log.ts";
import type { RestoredLog } from "./shown-lines.ts";
import type { PagePicture } from "./telemetry-pictures.ts";
import type { TelemetryPort } from "./telemetry-port.ts";
import { TelemetrySource } from "./telemetry-source.ts";

/** Dependencies of the hub and its sources. */
export interface HubDeps extends Omit<LogSourceDeps, "habits"> {
  telemetry: TelemetryPort;
  /** Returns a unique ring name, `[a-z0-9]{1,32}`. */
  newEpoch: () => string;
}

const hubBounds = {
  maxFollowed: 500,
  maxRings: 700,
} as const;

interface HubEntry {
  source: SharedLog;
  viewers: number;
  /** Only the recorder of logs has had it open: nobody will come back to its ring. */
  isRecordedOnly: boolean;
  /** Cancels the timer that stops or drops a log without viewers. */
  cancelTimer: (() => void) | undefined;
}

/** One viewer's use of a source; `release` may be called more than once. */
export interface LogSubscription {
  readonly source: SharedLog;
  /** Paces the log by `reader`, within limits, until the release. */
  attach(reader: RingReader): void;
  release(): void;
}

/** The registry of followed logs by topic. */
export class LogHub {
  readonly #deps: HubDeps;
  readonly #entries = new Map<Topic, HubEntry>();
  /** Those that the recorder reads by itself. */
  readonly #apart = new Set<HubEntry>();
  readonly #memory: RingMemory;
  readonly #habits: HistoryHabits = { endsFiles: false };
  readonly #pictureListeners = new Set<(picture: PagePicture) => void>();
  #followed = 0;

  constructor(deps: HubDeps) {
    this.#deps = deps;
    this.#memory = deps.memory ?? new RingMemory();
    this.#memory.dropIdle = (enough) => this.#dropIdle(enough);
  }

  /** Upstream streams that are open or being opened. */
  get openCount(): number {
    let count = 0;
    for (const { source } of [...this.#entries.values(), ...this.#apart]) if (source.running) count += 1;
    return count;
  }

  /** Logs that are followed by anyone. */
  get followedCount(): number {
    return this.#followed;
  }

  /** What the rings hold and were given. */
  get memory(): Pick<RingMemory, "totalBytes" | "added"> {
    return this.#memory;
  }

  /**
   * Subscribes to a log topic and opens its upstream stream if needed; `changed` is called after new entries and states.
   * Returns undefined for a topic that is not a log. Throws a Problem (503, Retry-After) at the limit of followed logs.
   * `stored`: for who stores the log, the newest lines that are stored; a log that this process does not have yet
   * continues them, or is read from its beginning. `apart`: read it so though viewers have it open, of whom it may lack
   * the beginning; it becomes unavailable where it is not opened after some tries, while theirs is.
   */
  watch(
    topic: Topic,
    changed: () => void,
    stored?: RestoredLog,
    { apart = false }: { apart?: boolean } = {},
  ): LogSubscription | undefined {
    const parts = parseLogTopic(topic);
    if (parts === undefined) return undefined;
    let hubEntry = apart ? undefined : this.#entries.get(topic);
    if ((hubEntry === undefined || hubEntry.viewers === 0) && this.#followed >= hubBounds.maxFollowed) {
      throw new Problem(
        503,
        "too_many_logs",
        "The dashboard already follows as many logs as it can. Try again later.",
        {
          retryAfterSeconds: wholeSeconds(paces.retryAfter.tooManyLogsMs),
        },
      );
    }
    if (hubEntry === undefined) {
      hubEntry = {
        source: this.#open(parts, stored, apart),
        viewers: 0,
        isRecordedOnly: true,
        cancelTimer: undefined,
      };
      if (apart) this.#apart.add(hubEntry);
      else this.#entries.set(topic, hubEntry);
      this.#evict();
    }
    hubEntry.isRecordedOnly &&= stored !== undefined;
    return this.#join(topic, hubEntry, changed);
  }

  /** What keeps a browser alive, of those whose telemetry this process follows; undefined of others. */
  activityOf(sessionId: string): SessionActivity | undefined {
    const source = this.#entries.get(logTopic({ sessionId, log: { source: "telemetry" } }))?.source;
    return source instanceof TelemetrySource ? source.activity : undefined;
  }

  /** The same of every browser whose telemetry this process follows, by its id. */
  activities(): Record<string, SessionActivity> {
    return Object.fromEntries(
      [...this.#entries.values()].flatMap(({ source }) =>
        source instanceof TelemetrySource && source.activity !== undefined
          ? [[source.sessionId, source.activity] as const]
          : [],
      ),
    );
  }

  /** Calls `listener` with each picture of a page in telemetry; returns the function that unsubscribes. */
  onPicture(listener: (picture: PagePicture) => void): () => void {
    this.#pictureListeners.add(listener);
    return () => void this.#pictureListeners.delete(listener);
  }

  #open(parts: LogTopic, stored: RestoredLog | undefined, apart: boolean): SharedLog {
    const { newEpoch, telemetry: port, clock, random } = this.#deps;
    const memory = this.#memory;
    if (!isTelemetry(parts)) {
      // While viewers have the log open, too, their stream reports its interruptions.
      const onGap: LogSourceDeps["onGap"] = (topic, gap) => {
        if (!apart || this.#entries.get(logTopic(parts))?.source.running !== true)
          this.#deps.onGap?.(topic, gap);
      };
      const isReadElsewhere = () => {
        const state = this.#entries.get(logTopic(parts))?.source.state.state;
        return apart && (state === "open" || state === "ended");
      };
      const deps = { ...this.#deps, memory, habits: this.#habits, onGap, isReadElsewhere };
      return new LogSource(parts, newEpoch(), deps, stored);
    }
    const onPicture = (picture: PagePicture) => {
      for (const listener of this.#pictureListeners) listener(picture);
    };
    return new TelemetrySource(parts, newEpoch(), { port, clock, random, memory, onPicture }, stored);
  }

  #join(topic: Topic, hubEntry: HubEntry, changed: () => void): LogSubscription {
    hubEntry.cancelTimer?.();
    hubEntry.cancelTimer = undefined;
    if (hubEntry.viewers === 0) this.#followed += 1;
    hubEntry.viewers += 1;
    const unsubscribe = hubEntry.source.subscribe(changed);
    hubEntry.source.start();
    let released = false;
    let detach: (() => void) | undefined;
    const attach = (reader: RingReader) => {
      detach = hubEntry.source.addReader(reader);
    };
    const release = () => {
      if (released) return;
      released = true;
      unsubscribe();
      detach?.();
      hubEntry.viewers -= 1;
      if (hubEntry.viewers > 0) return;
      this.#followed -= 1;
      if (hubEntry.isRecordedOnly) this.#drop(topic, hubEntry);
      else this.#scheduleStop(topic, hubEntry);
    };
    return { source: hubEntry.source, attach, release };
  }

  #scheduleStop(topic: Topic, hubEntry: HubEntry): void {
    const { clock } = this.#deps;
    const { lingerMs, ringRetentionMs } = paces.logs;
    hubEntry.cancelTimer = clock.later(lingerMs, () => {
      hubEntry.source.stop();
      hubEntry.cancelTimer = clock.later(ringRetentionMs - lingerMs, () => this.#drop(topic, hubEntry));
    });
  }

  #drop(topic: Topic, hubEntry: HubEntry): void {
    hubEntry.cancelTimer?.();
    hubEntry.source.stop();
    this.#memory.remove(hubEntry.source.ring);
    if (this.#entries.get(topic) === hubEntry) this.#entries.delete(topic);
    this.#apart.delete(hubEntry);
  }

  /** Above the limit, drops rings without viewers. */
  #evict(): void {
    this.#dropIdle(() => this.#entries.size <= hubBounds.maxRings);
  }

  /** Drops rings without viewers, oldest first, until there is `enough`. */
  #dropIdle(enough: () => boolean): void {
    for (const [topic, hubEntry] of this.#entries) {
      if (enough()) return;
      if (hubEntry.viewers === 0 && hubEntry.cancelTimer !== undefined) this.#drop(topic, hubEntry);
    }
  }

  /** Ends every upstream stream. */
  close(): void {
    for (const [topic, hubEntry] of this.#entries) this.#drop(topic, hubEntry);
    for (const hubEntry of this.#apart) hubEntry.source.stop();
  }
}
