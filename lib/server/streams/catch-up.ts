// Joins a new stream of a log with the lines shown so far: reads the log's history from the position reached, at the pace
// of the viewers, and finds where the lines followed meanwhile overlap with it.
import { setImmediate } from "node:timers/promises";
import { liveBounds, type WrittenLogTopic } from "../../bff/live.ts";
import { type Clock, isoTime, pause } from "../../clock.ts";
import { deadlines } from "../kernel/paces.ts";
import { findSeam, isDoubtful } from "./history-overlap.ts";
import { type LineBuffer, NewestTexts, textsOf } from "./line-buffer.ts";
import { backoffMs } from "./log-backoff.ts";
import { type HistoryHabits, readHistory } from "./log-history.ts";
import type { LogItem } from "./log-item.ts";
import type { LogPort } from "./log-port.ts";
import { type HistoryLines, Resumption, type WindowBounds } from "./resume.ts";
import { noEarlierThan, noLaterThan } from "./seam-times.ts";
import type { ShownLines } from "./shown-lines.ts";

const { seamMs, silenceMs, endlessMs, joinEveryMs, totalMs } = deadlines.logs;

/**
 * How the reading of a history ended. complete: nothing of it is missing; broken: newer lines may be missing, reading it
 * again may help; unusable: reading it again does not help.
 */
type HistoryEnd = "complete" | "broken" | "unusable";

/** The lines of the history that one catching-up has added. */
interface CaughtUp extends HistoryLines {
  texts: NewestTexts;
  newest: LogItem | undefined;
  trimmed: boolean;
  /**
   * The newest lines that were shown before this stream, where the lines followed may begin with some of them: those of
   * an invocation begin a moment before the stream does.
   */
  shownBefore: readonly string[];
}

/** One stream: the lines followed so far, and those of the history that were added. */
interface CaughtUpStream {
  lines: LineBuffer;
  caughtUp: CaughtUp;
}

/**
 * Before anything is shown only the newest lines matter to a viewer, and as many as possible to who stores the log;
 * later all lines that may follow the shown ones.
 */
const firstWindow: WindowBounds = { lines: liveBounds.ringLines, chars: 16 * 1024 * 1024 };
const wholeWindow: WindowBounds = { lines: 200_000, chars: 16 * 1024 * 1024 };
const laterWindow: WindowBounds = { lines: 20_000, chars: 16 * 1024 * 1024 };
const historyTries = 5;
/** More than an invocation writes in the moment for which its lines are sent again. */
const shownBeforeLines = 5_000;

export interface CatchUpDeps {
  topic: WrittenLogTopic;
  port: LogPort;
  clock: Clock;
  random: () => number;
  habits: HistoryHabits;
  /** Read the history from its beginning, as far as memory allows, not its newest lines only. */
  whole: boolean;
}

/** Catches up at the start of each stream of one log. */
export class CatchUp {
  readonly #deps: CatchUpDeps;
  readonly #lines: ShownLines;

  constructor(deps: CatchUpDeps, lines: ShownLines) {
    this.#deps = deps;
    this.#lines = lines;
  }

  /**
   * Adds the gap of the interruption and the lines of the history that have not been shown, and joins `lines`. False when
   * it stopped early: the next stream catches up from there.
   */
  async run(lines: LineBuffer, signal: AbortSignal): Promise<boolean> {
    const { clock, random } = this.#deps;
    const openedAtMs = clock.nowMs();
    const isSentAgain = this.#isOfInvocation && this.#lines.begun;
    const shownBefore = isSentAgain ? this.#lines.shown.texts.slice(-shownBeforeLines) : [];
    const caughtUp: CaughtUp = {
      texts: new NewestTexts(),
      newest: undefined,
      trimmed: false,
      shownBefore,
    };
    let end: HistoryEnd = "broken";
    for (let tries = 0; end === "broken" && tries < historyTries; ) {
      const { lastId } = this.#lines;
      end = await this.#readHistory(lines, caughtUp, openedAtMs, signal);
      if (signal.aborted) return false;
      tries = this.#lines.lastId > lastId ? 0 : tries + 1;
      if (end !== "broken") break;
      await pause(clock, lines.closed ? 0 : backoffMs(tries, random), signal);
      // A history that is read now may be far beyond these lines: the next stream catches up from here.
      if (lines.closed) {
        lines.take(lines.total);
        return false;
      }
    }
    const { repeated, isCertain, isJoined } = await this.#settleSeam(lines, caughtUp, signal);
    if (signal.aborted) return false;
    lines.take(repeated);
    if (end !== "complete" && caughtUp.texts.all.length === 0) {
      this.#lines.lineCount = undefined;
      this.#lines.addInterruption(openedAtMs, null);
    } else if (!isJoined || (end !== "complete" && repeated === 0)) {
      this.#lines.lineCount = undefined;
      const to = lines.items[0]?.at ?? isoTime(clock.nowMs());
      this.#lines.addGap({ reason: "overflow", count: null, from: this.#lines.newest?.at ?? null, to });
    } else if (!isCertain) this.#lines.lineCount = undefined;
    this.#lines.begun = true;
    this.#lines.mayBeginAnew = false;
    return true;
  }

  get #isOfInvocation(): boolean {
    return "invocationId" in this.#deps.topic;
  }

  /** Whether a history without any shown line is that of a log from its beginning. */
  get #mayBegin(): boolean {
    return !this.#lines.begun || this.#lines.mayBeginAnew;
  }

  /** Adds the lines of the history that have not been shown. Never throws. */
  async #readHistory(
    lines: LineBuffer,
    caughtUp: CaughtUp,
    openedAtMs: number,
    signal: AbortSignal,
  ): Promise<HistoryEnd> {
    const { port, clock, habits } = this.#deps;
    const stop = new AbortController();
    const beganMs = clock.monotonicMs();
    const stream = { lines, caughtUp };
    const window = this.#deps.whole ? wholeWindow : firstWindow;
    const resumption = new Resumption(this.#lines.shown, this.#mayBegin ? window : laterWindow);
    const conclude = async (): Promise<HistoryEnd> => {
      const ended = this.#mayBegin;
      return (await this.#settle(resumption, stream, { ended, openedAtMs }, signal))
        ? "complete"
        : "unusable";
    };
    let silentMs = 0;
    let comparedMs = beganMs;
    try {
      const options = { follow: false, signal: AbortSignal.any([signal, stop.signal]) };
      const body = await port.open(this.#deps.topic, options);
      if (resumption.found) this.#lines.addInterruption(openedAtMs, 0);
      for await (const batch of readHistory(body, clock)) {
        if (signal.aborted) return "broken";
        if (batch === "silent") {
          silentMs += silenceMs;
          if (!this.#lines.begun && resumption.readLines > 0) {
            await this.#settle(resumption, stream, { ended: true, openedAtMs }, signal);
          }
          if (this.#isJoined(caughtUp, lines)) return "complete";
          // An upstream that keeps the stream open sends nothing after the last line. The history of an invocation has all
          // lines that are followed: it has not begun.
          const isLate = resumption.readLines === 0 && lines.total > 0 && this.#isOfInvocation;
          const isUnended = habits.endsFiles && !this.#isOfInvocation;
          if (silentMs < (isLate || isUnended ? totalMs : endlessMs)) continue;
          const end = await conclude();
          if (!isUnended) return end;
          habits.endsFiles = false;
          return "unusable";
        }
        silentMs = 0;
        const wasFound = resumption.found;
        const items = resumption.add(batch);
        if (resumption.found && !wasFound) this.#lines.addInterruption(openedAtMs, 0);
        await this.#addHistory(items, stream, signal);
        const nowMs = clock.monotonicMs();
        if (!resumption.found && nowMs - beganMs > totalMs) {
          await this.#settle(resumption, stream, { ended: !this.#lines.begun, openedAtMs }, signal);
          return "unusable";
        }
        if (nowMs - comparedMs < joinEveryMs) continue;
        if (await this.#meets(resumption, stream, signal)) return await conclude();
        comparedMs = clock.monotonicMs();
      }
      if (signal.aborted) return "broken";
      // A single line may only explain why there is none, and after a silence the session may have ended.
      if (!this.#isOfInvocation && resumption.readLines > 1 && silentMs === 0) habits.endsFiles = true;
      await this.#settle(resumption, stream, { ended: true, openedAtMs }, signal);
      return "complete";
    } catch (error) {
      return port.judge(error, this.#deps.topic).kind === "refused" ? "unusable" : "broken";
    } finally {
      stop.abort();
    }
  }

  /** Adds the held lines of the history after the likely position, unless it is known; false when there is none. */
  async #settle(
    resumption: Resumption,
    stream: CaughtUpStream,
    { ended, openedAtMs }: { ended: boolean; openedAtMs: number },
    signal: AbortSignal,
  ): Promise<boolean> {
    if (resumption.found) return true;
    const { items, known, continues } = resumption.settle(ended);
    if (!known) return false;
    const before = resumption.readLines - items.length;
    if (!this.#mayBegin) this.#lines.addInterruption(openedAtMs, null);
    else if (before > 0 && !(this.#lines.begun && continues)) {
      const to = items[0]?.at ?? isoTime(openedAtMs);
      this.#lines.addEarlier(before, to);
      stream.caughtUp.trimmed = true;
    }
    this.#lines.begun = true;
    this.#lines.lineCount = before;
    await this.#addHistory(items, stream, signal);
    return true;
  }

  /**
   * Whether the followed lines continue the newest of the history. That of an invocation goes on until it has ended, and
   * may be a line ahead whenever it is looked at: then the followed lines are waited for.
   */
  async #meets(
    resumption: Resumption,
    { lines, caughtUp }: CaughtUpStream,
    signal: AbortSignal,
  ): Promise<boolean> {
    const { clock } = this.#deps;
    const isTailing = this.#isOfInvocation;
    // That of a file ends by itself: what is held until then may be of any time.
    if (!resumption.found && !isTailing) return false;
    const history: HistoryLines = resumption.found ? caughtUp : resumption.unplaced;
    const endMs = clock.monotonicMs() + joinEveryMs;
    for (;;) {
      const [newest, first] = [history.newest, lines.items[0]];
      const isNear = newest !== undefined && first !== undefined && newest.at >= first.at;
      if ((resumption.found || isNear) && this.#isJoined(history, lines)) return true;
      const restMs = endMs - clock.monotonicMs();
      if (!isTailing || !isNear || lines.closed || signal.aborted || restMs <= 0) return false;
      const waiting = new AbortController();
      await Promise.race([lines.change(), pause(clock, restMs, waiting.signal)]);
      waiting.abort();
    }
  }

  /** Whether the followed lines continue the newest of the history, beyond doubt: more of it need not be read. */
  #isJoined({ texts: { all: texts }, newest, trimmed }: HistoryLines, lines: LineBuffer): boolean {
    if (this.#stampedEnd(newest, lines) > 0) return true;
    const text = texts.at(-1);
    if (text === undefined || texts.indexOf(text) !== texts.length - 1) return false;
    const followed = textsOf(lines.items);
    const { repeated, settled } = findSeam(texts, followed, trimmed);
    return settled && repeated > 0 && followed.indexOf(text) === followed.lastIndexOf(text);
  }

  /**
   * How many of the followed lines there are up to the newest of the history, where its time of writing tells it from
   * lines with the same text; else 0. Only those of an invocation have such times.
   */
  #stampedEnd(newest: LogItem | undefined, { items }: LineBuffer): number {
    if (newest === undefined || !this.#isOfInvocation) return 0;
    const isNewest = ({ at, text }: LogItem) => at === newest.at && text === newest.text;
    const first = items.findIndex(isNewest);
    return first === items.findLastIndex(isNewest) ? first + 1 : 0;
  }

  async #addHistory(
    items: readonly LogItem[],
    { lines, caughtUp }: CaughtUpStream,
    signal: AbortSignal,
  ): Promise<void> {
    if (items.length === 0) return;
    if (caughtUp.texts.add(items)) caughtUp.trimmed = true;
    caughtUp.newest = items.at(-1);
    // The lines followed meanwhile come after these, and these after the lines that are shown. Those of an invocation have
    // times of writing, and those followed begin before the end of the history.
    const notLater = this.#isOfInvocation ? items : noLaterThan(items, lines.items[0]?.at);
    await this.#lines.add(noEarlierThan(notLater, this.#lines.newestReadAt), signal);
  }

  /** How many of the first `lines` are in the history; waits for late ones. `isJoined`: none is missing in between. */
  async #settleSeam(
    lines: LineBuffer,
    caughtUp: CaughtUp,
    signal: AbortSignal,
  ): Promise<{ repeated: number; isCertain: boolean; isJoined: boolean }> {
    const { clock } = this.#deps;
    const { texts, trimmed } = beforeSeam(caughtUp);
    let endMs = clock.monotonicMs() + seamMs;
    let dropped = false;
    for (;;) {
      const stamped = this.#stampedEnd(caughtUp.newest, lines);
      if (stamped > 0) return { repeated: stamped, isCertain: true, isJoined: true };
      const followed = textsOf(lines.items);
      const { repeated, settled, lagging } = findSeam(texts, followed, trimmed);
      let changed = false;
      if (texts.length > 0 && !settled && !lines.closed && !signal.aborted) {
        if (lines.full) {
          // The history is further than these lines; what follows them may continue it.
          lines.take(followed.length);
          dropped ||= repeated < followed.length;
          endMs = clock.monotonicMs() + seamMs;
          continue;
        }
        const waiting = new AbortController();
        const late = pause(clock, Math.max(0, endMs - clock.monotonicMs()), waiting.signal).then(() => false);
        changed = await Promise.race([lines.change().then(() => true), late]);
        waiting.abort();
        if (!changed) {
          // After a pause of this process the time is up before lines that have come are read.
          await setImmediate();
          await setImmediate();
          changed = lines.items.length > followed.length;
        }
        if (changed && lagging) endMs = clock.monotonicMs() + seamMs;
      }
      if (changed) continue;
      const isCertain = lagging || !isDoubtful(texts, followed, repeated);
      return { repeated, isCertain, isJoined: !dropped || repeated > 0 };
    }
  }
}

/** The lines that the followed ones may repeat. `trimmed`: there are others before them. */
function beforeSeam({ texts: { all: texts }, trimmed, shownBefore }: CaughtUp): {
  texts: readonly string[];
  trimmed: boolean;
} {
  return shownBefore.length === 0 ? { texts, trimmed } : { texts: [...shownBefore, ...texts], trimmed: true };
}
