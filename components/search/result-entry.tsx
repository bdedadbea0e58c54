import clsx from "clsx";
import type { ReactNode } from "react";
import { levelStyles } from "@/components/log-pane/hue-class";
import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import { Kbd } from "@/components/ui/kbd";
import { Link } from "@/components/ui/link";
import type { Excerpt } from "./excerpt.ts";
import type { FoundEntry } from "./found-entries.ts";
import { resultEntryTexts } from "./search-messages.ts";

/** One match in the columns of a log; its number is the link that opens it. On a phone the whole row is. */
export function ResultEntry({ entry, formatTime }: { entry: FoundEntry; formatTime: FormatLogTime }) {
  const { atMs, level, source, line, kind } = entry;
  const hasTime = !Number.isNaN(atMs);
  return (
    <li className="group/entry relative grid gap-x-3 px-4 font-mono text-label leading-5 focus-within:bg-selected focus-within:shadow-[inset_2px_0_0_var(--color-ink)] hover:bg-hover focus-within:hover:bg-selected max-sm:grid-cols-[auto_auto_minmax(0,1fr)_auto] max-sm:py-1.5 sm:grid-cols-[12ch_5ch_10ch_minmax(0,1fr)_7ch] sm:px-5">
      <time className="text-ink-3" title={hasTime ? formatTime(atMs, "full") : undefined}>
        {hasTime ? formatTime(atMs, "ms") : resultEntryTexts.timeUnknown}
      </time>
      <span className={levelStyles[level].tone}>{level === "none" ? null : level}</span>
      <span className="truncate text-ink-3" title={source}>
        {source}
      </span>
      <span
        className={clsx(
          "min-w-0 max-sm:order-last max-sm:col-span-full max-sm:wrap-anywhere max-sm:line-clamp-4 sm:truncate",
          "whitespace-pre max-sm:whitespace-pre-wrap",
        )}
      >
        <MarkedText {...entry.shown} />
      </span>
      <Link
        href={entry.href}
        data-found={entry.key}
        aria-label={line === undefined ? resultEntryTexts.open(kind) : resultEntryTexts.openLine(line.number)}
        className="text-right text-ink-3 outline-none sm:relative group-hover/entry:text-accent focus:text-accent max-sm:after:absolute max-sm:after:inset-0"
      >
        <span className="absolute top-0 right-0 hidden items-center gap-1 bg-hover pl-3 whitespace-nowrap group-hover/entry:sm:flex group-focus-within/entry:sm:flex group-focus-within/entry:bg-selected">
          {line === undefined ? resultEntryTexts.open(kind) : resultEntryTexts.openLine(line.number)}
          <span className="hidden group-focus-within/entry:inline-flex">
            <Kbd>↵</Kbd>
          </span>
        </span>
        {line?.number}
      </Link>
    </li>
  );
}

/** A text with what matched in it. */
function MarkedText({ text, ranges }: Excerpt) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const [from, to] of ranges) {
    parts.push(text.slice(at, from));
    parts.push(
      <mark key={from} className="rounded-[2px] bg-warn-bg font-semibold text-warn">
        {text.slice(from, to)}
      </mark>,
    );
    at = to;
  }
  parts.push(text.slice(at));
  return parts;
}
