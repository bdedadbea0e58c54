"use client";

import clsx from "clsx";
import { type KeyboardEvent, lazy, Suspense, useRef, useState } from "react";
import { useWidth } from "@/components/charts/use-width";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { loadPart } from "@/components/ui/load-part";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { Tooltip } from "@/components/ui/tooltip";
import type { Picture } from "@/lib/bff/pictures";
import type { TimeRange } from "@/lib/charts/time-range";
import { formatCount } from "@/lib/format/numbers";
import { PictureImage } from "./picture-image.tsx";
import { filmstripTexts } from "./picture-on-demand-messages.ts";
import { addressText, pictureName, reasonTexts } from "./picture-text.ts";
import { type PictureGroup, pictureAt, placePictures } from "./place-pictures.ts";

const PictureDialog = lazy(
  loadPart(() => import("./picture-dialog.tsx").then((module) => ({ default: module.PictureDialog }))),
);

/** The size of a picture on the strip. */
const boxPx = 48;
const boxClass = "h-8 w-12";
const gapPx = 2;

/**
 * Pictures at their times on an axis, as small boxes that do not overlap: a box stands for all pictures of its time.
 * Hover and focus show a picture larger, the pointer and the arrow keys reach every picture, a click or Enter opens it.
 */
export function Filmstrip({
  pictures,
  range,
  onScrub,
  onShowAt,
}: {
  /** Oldest first. */
  pictures: readonly Picture[];
  range: TimeRange;
  /** Called with the time of a picture that was reached by keyboard or opened, epoch milliseconds. */
  onScrub?: ((atMs: number) => void) | undefined;
  /** Shows a time elsewhere on the page; absent: the large view has no button for it. */
  onShowAt?: ((atMs: number) => void) | undefined;
}) {
  const { ref, widthPx } = useWidth<HTMLFieldSetElement>();
  const [activeId, setActiveId] = useState<string>();
  const [openId, setOpenId] = useState<string>();
  const boxes = useRef(new Map<PictureGroup<Picture>, HTMLButtonElement>());
  const groups = widthPx === 0 ? [] : placePictures(pictures, range, { widthPx, boxPx, gapPx });
  const groupOf = (id: string | undefined) =>
    groups.find((group) => group.pictures.some(({ picture }) => picture.id === id));
  const focusable = groupOf(activeId) ?? groups[0];
  const openAt = pictures.findIndex(({ id }) => id === openId);

  const open = (picture: Picture) => {
    setActiveId(picture.id);
    setOpenId(picture.id);
    onScrub?.(picture.at_ms);
  };
  const onKeyDown = (event: KeyboardEvent, shown: Picture) => {
    const next = pictures[nextAt(event.key, pictures.indexOf(shown), pictures.length)];
    if (next === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    setActiveId(next.id);
    onScrub?.(next.at_ms);
    const group = groupOf(next.id);
    if (group !== undefined) boxes.current.get(group)?.focus();
  };

  return (
    <fieldset ref={ref} aria-label={filmstripTexts.pictures} className="relative h-8 w-full min-w-0">
      {groups.map((group) => (
        <PictureBox
          key={group.pictures[0]?.picture.id}
          group={group}
          activeId={activeId}
          isLast={group === groups.at(-1)}
          isFocusable={group === focusable}
          boxRef={(element) => {
            if (element === null) boxes.current.delete(group);
            else boxes.current.set(group, element);
          }}
          onActivate={setActiveId}
          onOpen={open}
          onKeyDown={onKeyDown}
        />
      ))}
      {openAt === -1 ? null : (
        <Suspense fallback={null}>
          <PictureDialog
            pictures={pictures}
            at={openAt}
            onStep={(at) => {
              const picture = pictures[at];
              if (picture !== undefined) open(picture);
            }}
            onClose={() => setOpenId(undefined)}
            onShowAt={onShowAt}
          />
        </Suspense>
      )}
    </fieldset>
  );
}

/** The position that a key leads to; -1 for other keys and beyond the ends. */
function nextAt(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return at + 1 < count ? at + 1 : -1;
  if (key === "ArrowLeft") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}

function PictureBox({
  group,
  activeId,
  isLast,
  isFocusable,
  boxRef,
  onActivate,
  onOpen,
  onKeyDown,
}: {
  group: PictureGroup<Picture>;
  activeId: string | undefined;
  isLast: boolean;
  isFocusable: boolean;
  boxRef: (element: HTMLButtonElement | null) => void;
  onActivate: (id: string) => void;
  onOpen: (picture: Picture) => void;
  onKeyDown: (event: KeyboardEvent, shown: Picture) => void;
}) {
  const formatTime = useLogTime();
  const all = group.pictures.map(({ picture }) => picture);
  // The newest picture of all is in sight.
  const shown = all.find(({ id }) => id === activeId) ?? all.at(isLast ? -1 : 0);
  if (shown === undefined) return null;
  const hasError = all.some(({ reason }) => reason === "error");
  return (
    <Tooltip text={<PicturePreview picture={shown} at={all.indexOf(shown)} count={all.length} />}>
      <button
        ref={boxRef}
        type="button"
        tabIndex={isFocusable ? 0 : -1}
        style={{ left: group.leftPx }}
        onPointerMove={({ clientX, currentTarget }) => {
          const atPx = group.leftPx + clientX - currentTarget.getBoundingClientRect().left;
          const under = pictureAt(group, atPx);
          if (under !== undefined && under.id !== activeId) onActivate(under.id);
        }}
        onKeyDown={(event) => onKeyDown(event, shown)}
        onClick={() => onOpen(shown)}
        className={clsx(
          "absolute top-0 cursor-zoom-in overflow-clip rounded-sm border bg-raised hover:border-ink-3",
          boxClass,
          hasError ? "border-bad" : "border-line-strong",
        )}
      >
        <PictureImage
          picture={shown}
          alt={pictureName(shown, formatTime)}
          className="size-full object-cover object-top"
        />
        {hasError ? (
          <StatusGlyph
            glyph="cross"
            className="absolute right-0 bottom-0 box-content bg-raised p-px text-bad"
          />
        ) : null}
      </button>
    </Tooltip>
  );
}

/** A picture of medium size with its time and address. */
function PicturePreview({ picture, at, count }: { picture: Picture; at: number; count: number }) {
  const formatTime = useLogTime();
  return (
    <span className="grid w-72 max-w-full gap-1 py-1">
      <PictureImage picture={picture} alt="" className="h-auto w-full rounded-sm" />
      <span className="flex justify-between gap-2 tabular-nums">
        <span>
          {formatTime(picture.at_ms, "ms")} · {reasonTexts[picture.reason]}
        </span>
        {count === 1 ? null : (
          <span className="whitespace-nowrap">
            {filmstripTexts.position({ at: formatCount(at + 1), pictures: formatCount(count) })}
          </span>
        )}
      </span>
      <span className="line-clamp-2 font-mono break-all">{addressText(picture.url)}</span>
    </span>
  );
}
