"use client";

import { Fragment, type ReactNode } from "react";
import { formatAge } from "@/lib/format/duration";
import { useClockText } from "./use-now.ts";

/** Age, source and completeness of displayed data. */
export function DataFreshness({
  readAtMs,
  source,
  completeness,
  stale,
}: {
  /** When the data was read, epoch milliseconds. */
  readAtMs?: number | undefined;
  source?: ReactNode;
  /** `complete`, `of the newest 2,000` … */
  completeness?: ReactNode;
  /** Code of the error that prevents a refresh. */
  stale?: string | undefined;
}) {
  const parts = [
    readAtMs === undefined || readAtMs === 0 ? undefined : <Age key="age" atMs={readAtMs} />,
    source,
    completeness,
    stale === undefined ? undefined : `not newer because of ${stale}`,
  ].filter((part) => part !== undefined && part !== null);
  return (
    <p className="text-caption text-ink-3">
      {parts.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a fixed short list
        <Fragment key={index}>
          {index === 0 ? null : " · "}
          {part}
        </Fragment>
      ))}
    </p>
  );
}

function Age({ atMs }: { atMs: number }) {
  return <>{useClockText((nowMs) => `read ${formatAge(nowMs - atMs)} ago`, "read just now")}</>;
}
