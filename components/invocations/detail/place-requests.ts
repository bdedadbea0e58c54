// Places requests on a time axis: which are drawn, and in which of its rows.
import { shareOf, type TimeRange } from "@/lib/charts/time-range";
import type { PageRequest } from "@/lib/telemetry/page-request";

/** A request on the axis; places are shares of the axis, from 0 to 1. */
export interface PlacedRequest {
  readonly request: PageRequest;
  readonly from: number;
  readonly to: number;
  /** From 0. */
  readonly row: number;
}

const rows = 3;
/** Bars with less between them touch, share of the axis. */
const gap = 0.002;

/**
 * The requests that are drawn, in order of their times: at most `most`, failed ones first, then the newest. Each in the
 * first row that is free at its beginning, else in the one that is free the soonest. An open request lasts until the end.
 */
export function placeRequests(
  requests: readonly PageRequest[],
  axis: TimeRange,
  most: number,
): readonly PlacedRequest[] {
  const busyTo = Array.from({ length: rows }, () => Number.NEGATIVE_INFINITY);
  return chosen(requests, most).map((request) => {
    const from = shareOf(axis, request.fromMs);
    const to = Math.max(from, shareOf(axis, request.toMs ?? endOf(request, axis)));
    const free = busyTo.findIndex((busy) => busy + gap <= from);
    const row = free === -1 ? busyTo.indexOf(Math.min(...busyTo)) : free;
    busyTo[row] = Math.max(busyTo[row] ?? 0, to);
    return { request, from, to, row };
  });
}

const endOf = ({ outcome, fromMs }: PageRequest, axis: TimeRange) =>
  outcome === "pending" ? axis.toMs : fromMs;

function chosen(requests: readonly PageRequest[], most: number): readonly PageRequest[] {
  if (requests.length <= most) return requests;
  const failed = requests.filter(({ isFailed }) => isFailed).slice(0, most);
  const others = requests.filter(({ isFailed }) => !isFailed);
  const drawn = new Set([...failed, ...others.slice(Math.max(0, others.length - (most - failed.length)))]);
  return requests.filter((request) => drawn.has(request));
}
