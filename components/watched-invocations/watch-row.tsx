"use client";

import { X } from "lucide-react";
import { IconButton } from "@/components/ui/button";
import { DurationText } from "@/components/ui/duration-text";
import { Link } from "@/components/ui/link";
import { useFocusHandoff } from "@/components/ui/return-focus";
import { StatusBadge } from "@/components/ui/status-badge";
import { shortId } from "@/lib/format/short-id";
import { paths } from "@/lib/paths";
import { isOver, type Pin } from "./watch-list.ts";
import { watchRowTexts } from "./watched-invocation-messages.ts";

/** One watched invocation. Its end stays highlighted until it is viewed. */
export function WatchRow({
  pin,
  failure,
  onOpen,
  onUnwatch,
  onGone,
}: {
  pin: Pin;
  /** Error code that prevents a newer response. */
  failure: string | undefined;
  onOpen: () => void;
  onUnwatch: () => void;
  /** The element to focus once the row is removed. */
  onGone: () => Element | null;
}) {
  const focusHandoffRef = useFocusHandoff(onGone);
  const { id, action_name: action, app_name: app, status, gone } = pin;
  const marked = isOver(pin) && !pin.seen;
  return (
    <li
      ref={focusHandoffRef}
      className={`relative flex items-center gap-2 py-1 pr-1 pl-3 ${marked ? "bg-selected before:absolute before:inset-y-0 before:left-0 before:w-0.5 before:bg-accent" : ""}`}
    >
      <div className="min-w-0 flex-1">
        <div className="flex min-w-0 items-center gap-2">
          <StatusBadge of="invocation" status={gone ? undefined : status} />
          <Link
            href={paths.invocation(id)}
            onClick={onOpen}
            className={`min-w-0 truncate hover:underline ${marked ? "font-semibold" : ""}`}
          >
            {action ?? watchRowTexts.invocation}
            <span className="sr-only"> {id}</span>
          </Link>
          {marked ? <span className="sr-only">{watchRowTexts.endedNotSeenYet}</span> : null}
        </div>
        <p className="truncate text-caption text-ink-3">
          {gone ? (
            watchRowTexts.noLongerKnown
          ) : (
            <>
              {app === undefined ? "" : `${app} · `}
              <span className="font-mono">{shortId(id)}</span>
              {failure === undefined ? "" : watchRowTexts.notUpToDate}
              {pin.status === "failed" && pin.status_reason ? ` · ${pin.status_reason}` : ""}
            </>
          )}
        </p>
      </div>
      {gone || status === "queued" ? null : (
        <DurationText from={pin.started_at} to={pin.finished_at} running={status === "running"} />
      )}
      <IconButton
        size="icon-sm"
        label={watchRowTexts.stopWatching(action, shortId(id))}
        className="pointer-coarse:size-8"
        onClick={onUnwatch}
      >
        <X />
      </IconButton>
    </li>
  );
}
