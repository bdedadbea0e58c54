"use client";

import { QueryError } from "@/components/layout/query-error";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { DeletePictures } from "@/components/pictures/delete-pictures";
import { Filmstrip } from "@/components/pictures/filmstrip";
import { noRoleText } from "@/components/pictures/picture-text";
import { useMaySeePictures, usePictures } from "@/components/pictures/use-pictures";
import { formatCount } from "@/lib/format/numbers";
import type { TimeLock } from "@/lib/live/time-lock";
import { useTimeLocked } from "../panes/use-time-locked.ts";
import { sessionFilmstripTexts } from "./workbench-on-demand-messages.ts";

const me = {};
/** The least range of the axis, for a session with one picture. */
const leastMs = 1_000;

/** The pictures of a session from the first to the last; nothing where there are none. Panes follow if they are locked. */
export function SessionFilmstrip({
  id,
  endMs,
  lock,
}: {
  id: string;
  /** When it ended, epoch milliseconds; undefined while it goes on. */
  endMs: number | undefined;
  lock: TimeLock;
}) {
  const formatTime = useLogTime();
  const { setLocked } = useTimeLocked();
  const { pictures, failed } = usePictures([{ session_id: id }], endMs);
  const mayNotSee = useMaySeePictures() === false;
  const [first, last] = [pictures[0], pictures.at(-1)];
  if (failed !== undefined)
    return <QueryError query={failed} title={sessionFilmstripTexts.picturesNotLoaded} shape="strip" />;
  if (mayNotSee && endMs !== undefined)
    return <p className="border-b border-line px-4 py-2 sm:px-5 text-label text-ink-3">{noRoleText}</p>;
  if (first === undefined || last === undefined) return null;
  const range = { fromMs: first.at_ms, toMs: Math.max(last.at_ms, first.at_ms + leastMs) };
  return (
    <section
      aria-labelledby="pictures"
      className="grid shrink-0 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 sm:px-5 max-sm:grid-cols-[minmax(0,1fr)_auto]"
    >
      <div>
        <h2 id="pictures" className="font-semibold">
          {sessionFilmstripTexts.pictures}
          <span className="font-normal text-ink-3 tabular-nums">{formatCount(pictures.length)}</span>
        </h2>
        <p className="text-label text-ink-3 tabular-nums">
          {formatTime(first.at_ms, "second")} – {formatTime(last.at_ms, "second")}
        </p>
      </div>
      <div className="min-w-0 max-sm:order-last max-sm:col-span-2">
        <Filmstrip
          pictures={pictures}
          range={range}
          onScrub={(atMs) => lock.move(me, atMs)}
          onShowAt={(atMs) => {
            setLocked(true);
            lock.move(me, atMs);
          }}
        />
      </div>
      {endMs !== undefined ? <DeletePictures sessionId={id} /> : null}
    </section>
  );
}
