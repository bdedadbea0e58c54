import clsx from "clsx";
import { memo, type ReactNode } from "react";
import { emphasisClasses } from "@/components/log-pane/log-row";
import type { FormatLogTime } from "@/components/log-pane/use-log-time";
import { StatusGlyph } from "@/components/ui/status-glyph";
import { formatBytes } from "@/lib/format/numbers";
import { visibleMarks } from "@/lib/format/visible-marks";
import { type NetworkRequest, sizeOf } from "@/lib/telemetry/network-requests";
import { requestName, requestStatus, requestTime, requestType } from "@/lib/telemetry/request-text";
import { rowPx, type TableLayout } from "./network-columns.ts";
import { barOf, shareAt, type TimeAxis } from "./waterfall.ts";

export interface NetworkRowProps {
  readonly id: string;
  readonly request: NetworkRequest;
  /** Position among all rows of the table, from 1. */
  readonly rowIndex: number;
  readonly layout: TableLayout;
  /** Why the row is emphasised: it is selected, or a link or another view points at it. */
  readonly emphasis: "active" | "pointed" | undefined;
  readonly axis: TimeAxis | undefined;
  /** Time of the latest event: an open request lasted until then. */
  readonly latestMs: number;
  /** The moment of the time lock. */
  readonly momentMs: number | undefined;
  readonly onSelect: (request: NetworkRequest) => void;
  readonly formatTime: FormatLogTime;
}

const cell = "truncate px-2";

/** A request as a row of the table. Only its status and its bar are red. */
export const NetworkRow = memo(function NetworkRow(props: NetworkRowProps) {
  const { id, request, rowIndex, layout, emphasis, onSelect } = props;
  return (
    <tr
      id={id}
      aria-rowindex={rowIndex}
      aria-selected={emphasis === "active"}
      data-emphasis={emphasis}
      style={{ height: rowPx[layout] }}
      className={clsx(
        "cursor-default border-b border-line",
        emphasis === undefined ? "hover:bg-hover" : emphasisClasses[emphasis],
      )}
      onClick={() => onSelect(request)}
    >
      {layout === "stacked" ? <StackedCell request={request} /> : <Cells {...props} />}
    </tr>
  );
});

function StackedCell({ request }: { request: NetworkRequest }) {
  return (
    <td className="overflow-hidden px-3">
      <span className="flex min-w-0 items-baseline gap-2">
        <Status request={request} />
        <Name url={request.url} />
      </span>
      <span className="flex min-w-0 gap-2 text-ink-3">
        <span>{request.method}</span>
        <span>{requestType(request)}</span>
        <span>{sizeText(request)}</span>
        <span className="ml-auto">{requestTime(request)}</span>
      </span>
    </td>
  );
}

function Cells(props: NetworkRowProps) {
  const { request, layout, axis } = props;
  return (
    <>
      <td className={`${cell} pl-3!`}>
        <Name url={request.url} />
      </td>
      <td className={cell}>{request.method}</td>
      <td className={cell}>
        <Status request={request} />
      </td>
      {layout === "wide" ? <td className={cell}>{requestType(request)}</td> : null}
      <td className={`${cell} text-right`}>{sizeText(request)}</td>
      <td className={`${cell} pr-3! text-right`}>{requestTime(request)}</td>
      <td className="p-0">
        {axis === undefined ? null : (
          <AxisBox layout={layout} axis={axis} momentMs={props.momentMs}>
            <Bar {...props} axis={axis} />
          </AxisBox>
        )}
      </td>
    </>
  );
}

const sizeText = (request: NetworkRequest) => {
  const bytes = sizeOf(request);
  return bytes === undefined ? "" : formatBytes(bytes);
};

const Name = ({ url }: { url: string }) => (
  <span className="truncate" title={visibleMarks(url)}>
    {visibleMarks(requestName(url))}
  </span>
);

function Status({ request }: { request: NetworkRequest }) {
  const { text, isBad } = requestStatus(request);
  const isAnswered = request.status !== undefined;
  return (
    <span
      className={clsx(
        "inline-flex items-center gap-1.5",
        isBad ? "text-bad" : isAnswered ? undefined : "text-ink-3",
      )}
      title={visibleMarks(request.error ?? request.statusText ?? "")}
    >
      {isBad ? <StatusGlyph glyph="cross" className="size-2!" /> : null}
      {text}
    </span>
  );
}

/** The width of the axis in one row, with the moment of the time lock as a line through all of them. */
function AxisBox({
  layout,
  axis,
  momentMs,
  children,
}: {
  layout: TableLayout;
  axis: TimeAxis;
  momentMs: number | undefined;
  children: ReactNode;
}) {
  return (
    <span className="relative block overflow-hidden" style={{ height: rowPx[layout] - 1 }}>
      {children}
      <Hairline axis={axis} momentMs={momentMs} />
    </span>
  );
}

/** When the request was on its way. */
function Bar({ request, axis, latestMs, formatTime }: NetworkRowProps & { axis: TimeAxis }) {
  const { left, width } = barOf(axis, request, latestMs);
  const times = [request.startMs, request.endMs].map((ms) => (ms === undefined ? "…" : formatTime(ms, "ms")));
  return (
    <span
      title={times.join(" – ")}
      style={{ left: percent(left), width: percent(width) }}
      className={clsx(
        "absolute top-[calc(50%-4px)] h-2 min-w-[3px] rounded-[1px]",
        requestStatus(request).isBad ? "bg-bad" : "bg-ink-3",
        request.endMs === undefined && "opacity-50",
      )}
    />
  );
}

/** The moment of the time lock on an axis. */
export function Hairline({ axis, momentMs }: { axis: TimeAxis; momentMs: number | undefined }) {
  const share = momentMs === undefined ? undefined : shareAt(axis, momentMs);
  return share === undefined ? null : (
    <span data-hairline style={{ left: percent(share) }} className="absolute inset-y-0 w-px bg-ink-3" />
  );
}

export const percent = (share: number): string => `${(share * 100).toFixed(3)}%`;
