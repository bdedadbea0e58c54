"use client";

import { type ComponentProps, type KeyboardEvent, useMemo, useRef, useState } from "react";
import { useWidth } from "@/components/charts/use-width";
import { useLogTime } from "@/components/log-pane/use-log-time";
import { type PictureGroup, pictureAt, placePictures } from "@/components/pictures/place-pictures";
import { Link } from "@/components/ui/link";
import { Popover } from "@/components/ui/popover";
import { Tooltip } from "@/components/ui/tooltip";
import type { TimeRange } from "@/lib/charts/time-range";
import { formatCount } from "@/lib/format/numbers";
import type { LogSpan } from "@/lib/live/log-search";
import { logLinePath, paths } from "@/lib/paths";
import type { PageRequest } from "@/lib/telemetry/page-request";
import { requestPath } from "@/lib/telemetry/request-text";
import { networkLaneTexts } from "./invocation-on-demand-messages.ts";
import { type PlacedRequest, placeRequests } from "./place-requests.ts";

const mostDrawn = 500;
/** Width of the drawing in its own units. */
const units = 1_000;
const rowTops = [5, 13, 21] as const;
/** Requests nearer than this share a button. */
const boxPx = 10;
/** How much of the log before and after a request is shown with it. */
const aroundMs = 1_000;

interface Marked extends PlacedRequest {
  readonly at_ms: number;
}
type Group = PictureGroup<Marked>;

/**
 * The requests of pages on the time axis: dashes, failed ones as red bars. The pointer and the arrow keys reach each; hover
 * and focus tell what it was, a click shows the log of its time.
 */
export function NetworkLane({
  requests,
  axis,
  onShow,
}: {
  /** In order of their times. */
  requests: readonly PageRequest[];
  axis: TimeRange;
  /** Shows the log of a time; absent: there is none. */
  onShow: ((span: LogSpan, history: "push") => void) | undefined;
}) {
  const { ref, widthPx } = useWidth<HTMLFieldSetElement>();
  const [active, setActive] = useState<PageRequest>();
  const buttons = useRef(new Map<Group, HTMLButtonElement>());
  const placed = useMemo(
    () => placeRequests(requests, axis, mostDrawn).map((each) => ({ ...each, at_ms: each.request.fromMs })),
    [requests, axis],
  );
  const groups = widthPx === 0 ? [] : placePictures(placed, axis, { widthPx, boxPx, gapPx: 0 });
  const groupOf = (request: PageRequest | undefined) =>
    groups.find((group) => group.pictures.some(({ picture }) => isSame(picture.request, request)));
  const focusable = groupOf(active) ?? groups[0];

  const onKeyDown = (event: KeyboardEvent, shown: PageRequest) => {
    const at = placed.findIndex(({ request }) => isSame(request, shown));
    const next = placed[nextAt(event.key, at, placed.length)]?.request;
    if (next === undefined || event.metaKey || event.ctrlKey || event.altKey) return;
    event.preventDefault();
    setActive(next);
    const group = groupOf(next);
    if (group !== undefined) buttons.current.get(group)?.focus();
  };

  return (
    <fieldset ref={ref} aria-label={summaryOf(requests)} className="absolute inset-0 min-w-0">
      {groups.map((group) => {
        const all = group.pictures.map(({ picture }) => picture.request);
        const shown =
          all.find((request) => isSame(request, active)) ?? all.find(({ isFailed }) => isFailed) ?? all[0];
        if (shown === undefined) return null;
        return (
          <RequestButton
            key={`${all[0]?.sessionId} ${all[0]?.seq}`}
            request={shown}
            place={
              all.length === 1
                ? ""
                : networkLaneTexts.placeOf({
                    place: formatCount(all.indexOf(shown) + 1),
                    requests: formatCount(all.length),
                  })
            }
            buttonRef={(element) => {
              if (element === null) buttons.current.delete(group);
              else buttons.current.set(group, element);
            }}
            tabIndex={group === focusable ? 0 : -1}
            style={{ left: group.leftPx, width: boxPx }}
            onPointerMove={({ clientX, currentTarget }) => {
              const atPx = group.leftPx + clientX - currentTarget.getBoundingClientRect().left;
              const under = pictureAt(group, atPx)?.request;
              if (under !== undefined && !isSame(under, active)) setActive(under);
            }}
            onKeyDown={(event) => onKeyDown(event, shown)}
            onShow={onShow && (() => onShow(spanOf(shown), "push"))}
          />
        );
      })}
      <Bars placed={placed} />
    </fieldset>
  );
}

const isSame = (one: PageRequest, other: PageRequest | undefined) =>
  one.seq === other?.seq && one.sessionId === other.sessionId;

const spanOf = ({ fromMs, toMs = fromMs }: PageRequest): LogSpan => ({
  fromMs: Math.floor(fromMs) - aroundMs,
  toMs: Math.ceil(toMs) + aroundMs,
});

/** The position that a key leads to; -1 for other keys and beyond the ends. */
function nextAt(key: string, at: number, count: number): number {
  if (key === "ArrowRight") return at + 1 < count ? at + 1 : -1;
  if (key === "ArrowLeft") return at - 1;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : -1;
}

function summaryOf(requests: readonly PageRequest[]): string {
  const failed = requests.filter(({ isFailed }) => isFailed).length;
  return networkLaneTexts.summary({ requests: formatCount(requests.length), failed: formatCount(failed) });
}

/** Failed ones are higher, so that they differ not by colour alone, and above the others. */
function Bars({ placed }: { placed: readonly PlacedRequest[] }) {
  const failed = placed.filter(({ request }) => request.isFailed);
  const others = placed.filter(({ request }) => !request.isFailed);
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${units} 28`}
      preserveAspectRatio="none"
      className="pointer-events-none absolute inset-0 size-full"
    >
      {[...others, ...failed].map(({ request, from, to, row }) => {
        const heightUnits = request.isFailed ? 8 : 2;
        return (
          <rect
            key={`${request.sessionId} ${request.seq}`}
            x={from * units}
            width={Math.max(4, (to - from) * units)}
            y={(rowTops[row] ?? 0) + 1 - heightUnits / 2}
            height={heightUnits}
            className={request.isFailed ? "fill-bad" : "fill-ink-3"}
          />
        );
      })}
    </svg>
  );
}

function RequestButton({
  request,
  place,
  buttonRef,
  onShow,
  ...button
}: {
  request: PageRequest;
  /** Which of several it is. */
  place: string;
  buttonRef: (element: HTMLButtonElement | null) => void;
  onShow: (() => void) | undefined;
} & Pick<ComponentProps<"button">, "tabIndex" | "style" | "onPointerMove" | "onKeyDown">) {
  const formatTime = useLogTime();
  const [isOpen, setOpen] = useState(false);
  const { sessionId, name, fromMs, toMs } = request;
  const text = [
    `${request.method ?? ""} ${requestPath(request.url)}`.trim(),
    toMs === undefined
      ? request.outcome
      : networkLaneTexts.outcomeAfter({ outcome: request.outcome, ms: formatCount(toMs - fromMs) }),
    formatTime(fromMs, "ms"),
  ].join(" · ");
  return (
    <Tooltip text={isOpen ? undefined : place === "" ? text : `${text} · ${place}`}>
      <RequestDetails
        {...button}
        text={text}
        buttonRef={buttonRef}
        url={request.url}
        href={
          name === undefined
            ? paths.browser(sessionId, { source: "telemetry", view: "network" })
            : logLinePath({ sessionId, log: { source: "telemetry" } }, name, "network")
        }
        isOpen={isOpen}
        onOpenChange={(isOpened) => {
          setOpen(isOpened);
          if (isOpened) onShow?.();
        }}
      />
    </Tooltip>
  );
}

/** A button over a request that opens its address and the way to its pane; the tooltip's handlers are the button's. */
function RequestDetails({
  text,
  url,
  href,
  buttonRef,
  isOpen,
  onOpenChange,
  ...button
}: {
  text: string;
  url: string;
  href: string;
  buttonRef: (element: HTMLButtonElement | null) => void;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
} & ComponentProps<"button">) {
  return (
    <Popover
      label={text}
      className="grid w-80 gap-2 p-3 text-label"
      open={isOpen}
      onOpenChange={onOpenChange}
      trigger={
        <button
          {...button}
          ref={buttonRef}
          type="button"
          aria-label={text}
          className="focus-inset absolute inset-y-0 cursor-pointer rounded-sm hover:bg-hover"
        />
      }
    >
      <span className="font-medium">{text}</span>
      <span className="line-clamp-3 font-mono break-all text-ink-2">{url}</span>
      <Link href={href} className="w-fit text-accent hover:underline">
        {networkLaneTexts.openInNetwork}
      </Link>
    </Popover>
  );
}
