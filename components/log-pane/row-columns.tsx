import clsx from "clsx";
import type { LogRow } from "@/lib/live/log-chunk";
import type { LogLevel } from "@/lib/live/log-level";
import { levelLooks, sourceTone } from "./hue-class.ts";
import { deltaWords } from "./row-words.ts";
import type { FormatLogTime } from "./use-log-time.ts";

/** When a line was sent; with `beforeMs`, also how long after the line above. */
export function LineTime({
  row,
  beforeMs,
  formatTime,
}: {
  row: Extract<LogRow, { kind: "line" }>;
  beforeMs: number | undefined;
  formatTime: FormatLogTime;
}) {
  const readable = !Number.isNaN(row.atMs);
  return (
    <time
      className="mr-3 shrink-0 text-ink-3 select-none in-data-[stance]:text-ink-2"
      // Written when it is asked for: the long form costs more than all else of the row.
      onPointerMove={({ currentTarget }) => {
        currentTarget.title = readable ? formatTime(row.atMs, "full") : row.at;
      }}
    >
      {readable ? formatTime(row.atMs, "ms") : "time unknown"}
      {beforeMs === undefined ? null : (
        <span className="ml-2 inline-block w-[9ch] text-right">
          {readable ? deltaWords(row.atMs - beforeMs) : ""}
        </span>
      )}
    </time>
  );
}

/** Which of several logs a line comes from. */
export function SourceTag({ name, source }: { name: string; source: number }) {
  return (
    <span
      className={clsx("mr-3 flex w-[14ch] shrink-0 items-center gap-1.5 select-none", sourceTone(source))}
      title={name}
    >
      <span aria-hidden="true" className="size-2 shrink-0 rounded-[2px] bg-current" />
      <span className="truncate">{name}</span>
    </span>
  );
}

/** A level as its letter. */
export function LevelLetter({ level }: { level: LogLevel }) {
  const { letter, word, tone } = levelLooks[level];
  return (
    <span
      className={clsx("mr-1 w-[1ch] shrink-0 select-none", tone)}
      title={letter === "" ? undefined : word}
    >
      {letter}
    </span>
  );
}
