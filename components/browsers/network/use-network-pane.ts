"use client";

import { useEffect, useMemo, useRef, useState } from "react";
import type { LockedPane } from "@/components/log-pane/use-time-lock";
import type { LineName } from "@/lib/live/line-hash";
import type { LogFeed } from "@/lib/live/log-feed";
import type { NetworkLog } from "@/lib/telemetry/network-log";
import { isFailed, type NetworkRequest } from "@/lib/telemetry/network-requests";
import { momentOf } from "@/lib/telemetry/request-text";
import { noFilter, passing, type RequestFilter, rowAtTime, typeCounts } from "./request-filter.ts";
import { type Moment, useMoment } from "./use-moment.ts";
import { useNetworkLog } from "./use-network-log.ts";
import { useNetworkRows } from "./use-network-rows.ts";

const every = () => true;

/** What the pane of requests shows and how that is changed. */
export function useNetworkPane({
  feed,
  hasEnded,
  target,
  failedOnly,
  timeLock,
}: {
  feed: LogFeed;
  /** Whether its browser is known to have ended. */
  hasEnded: boolean;
  target: LineName | undefined;
  /** Whether failed requests alone are shown at first. */
  failedOnly: boolean;
  timeLock: LockedPane | undefined;
}) {
  const { log, version, state } = useNetworkLog(feed);
  const [filter, setFilter] = useState<RequestFilter>({ ...noFilter, failedOnly });
  const [isFindOpen, setFindOpen] = useState(false);
  const [isPaused, setPaused] = useState(false);
  const [activeSeq, setActiveSeq] = useState<number>();
  /** The request that a link or another view points at. */
  const [pointedSeq, setPointedSeq] = useState<number>();
  const [isOpen, setOpen] = useState(false);
  const [dismissed, setDismissed] = useState<LineName>();
  const { moment, lead, release } = useMoment(timeLock);
  const isLive = state.stored === undefined;
  const isWhole = hasEnded && !isLive && state.log === "ended";
  const following = isLive && !isPaused;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the log changes in place, with its version
  const entries = useMemo(() => log.entries(passing(filter) ?? every), [log, version, filter]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as above
  const totals = useMemo(
    () => ({ failed: log.requests.filter(isFailed).length, types: typeCounts(log.requests) }),
    [log, version],
  );
  const shown = useMemo(
    () => entries.flatMap((entry) => (entry.kind === "request" ? [entry.request] : [])),
    [entries],
  );
  const active = shown.find(({ seq }) => seq === activeSeq);
  const indexOf = (wanted: number | undefined) =>
    entries.findIndex((entry) => entry.kind === "request" && entry.request.seq === wanted);

  const rows = useNetworkRows({
    count: entries.length,
    droppedCount: log.droppedCount,
    following,
    scrolled(index, isAtEnd) {
      setPaused(!isAtEnd);
      const near = entries.slice(0, index + 1).findLast((entry) => entry.kind === "request");
      if (near?.kind === "request" && !(isLive && isAtEnd)) {
        setPointedSeq(undefined);
        lead(near.request.startMs ?? near.request.endMs, rows.heightOf(entries.indexOf(near)));
      }
    },
  });

  // A stored table begins at its top. When the browser comes back, it stays where it is, unless that is its end.
  // biome-ignore lint/correctness/useExhaustiveDependencies: where it is once all was read; scrolling says the rest
  useEffect(() => {
    if (isWhole && !rows.isAtEnd()) setPaused(true);
  }, [isWhole]);

  const point = (seq: number, index: number, screenY?: number) => {
    setPaused(true);
    setPointedSeq(seq);
    rows.reveal(index, { screenY });
  };
  const select = (request: NetworkRequest) => {
    setPaused(true);
    setPointedSeq(undefined);
    setActiveSeq(request.seq);
    lead(momentOf(request), rows.heightOf(indexOf(request.seq)));
  };
  const isLost = usePointing({
    log,
    isLoaded: state.log === "open" || state.log === "ended",
    target,
    moment: moment?.isOwn === false ? moment : undefined,
    toTarget(name) {
      const found = log.find(name);
      if (found === undefined) return false;
      setFilter(noFilter);
      setActiveSeq(undefined);
      // The filter may hide it: all rows are shown at the next drawing.
      const index = log.entries(every).findIndex((entry) => isOf(entry, found));
      requestAnimationFrame(() => point(found.seq, index));
      return true;
    },
    toMoment({ atMs, screenY }) {
      const index = rowAtTime(entries, atMs);
      const entry = index === undefined ? undefined : entries[index];
      if (index !== undefined && entry?.kind === "request") point(entry.request.seq, index, screenY);
      else if (entries.length > 0) {
        setPaused(true);
        setPointedSeq(undefined);
        rows.reveal(0, "nearest");
      }
    },
  });

  // Details take room: the row that they belong to stays in view, and the other views bring theirs to its height.
  const settle = useRef(() => {});
  useEffect(() => {
    settle.current = () => {
      const index = active === undefined ? -1 : indexOf(active.seq);
      if (active === undefined || index === -1) return;
      rows.reveal(index, "nearest");
      if (moment?.isOwn) lead(momentOf(active), rows.heightOf(index));
    };
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening and closing changes the height of the window
  useEffect(() => settle.current(), [activeSeq, isOpen]);

  const moveTo = (index: number) => {
    const next = shown[Math.min(Math.max(index, 0), shown.length - 1)];
    if (next !== undefined) select(next);
  };
  return {
    log,
    state,
    entries,
    shown,
    totals,
    filter,
    setFilter,
    rows,
    following,
    isLive,
    isLost: isLost && dismissed !== target,
    active,
    pointedSeq,
    moment,
    isFindOpen,
    isOpen: isOpen && active !== undefined,
    openFind: () => setFindOpen(true),
    closeFind() {
      setFindOpen(false);
      setFilter((now) => ({ ...now, text: "" }));
      rows.table.current?.focus();
    },
    open(request: NetworkRequest) {
      select(request);
      setOpen(true);
    },
    openActive: () => setOpen(active !== undefined),
    closeDetails() {
      setOpen(false);
      rows.table.current?.focus();
    },
    dismissLost: () => setDismissed(target),
    leave: () => setActiveSeq(undefined),
    /** By so many requests down or up; without an active one from the one that is pointed at, or from an end. */
    move(by: number) {
      const from = shown.findIndex(({ seq }) => seq === (active?.seq ?? pointedSeq));
      if (from === -1) moveTo(by > 0 && !following ? 0 : shown.length - 1);
      else moveTo(from + by);
    },
    page(by: 1 | -1) {
      this.move(by * rows.pageRows());
    },
    toFirst: () => moveTo(0),
    toEnd() {
      if (!isLive) return moveTo(shown.length - 1);
      setActiveSeq(undefined);
      setPointedSeq(undefined);
      setPaused(false);
      release();
    },
  };
}

export type NetworkPaneState = ReturnType<typeof useNetworkPane>;

const isOf = (entry: { readonly kind: string; readonly request?: NetworkRequest }, { seq }: NetworkRequest) =>
  entry.request?.seq === seq;

/** Goes once to the linked request and to each moment of the time lock, as soon as the log is read. Whether the link's is missing. */
function usePointing({
  log,
  isLoaded,
  target,
  moment,
  toTarget,
  toMoment,
}: {
  log: NetworkLog;
  isLoaded: boolean;
  target: LineName | undefined;
  moment: Moment | undefined;
  toTarget: (target: LineName) => boolean;
  toMoment: (moment: Moment) => void;
}): boolean {
  const [lost, setLost] = useState<string>();
  const now = useRef({ toTarget, toMoment });
  useEffect(() => {
    now.current = { toTarget, toMoment };
  });
  const key = target && `${target.at} ${target.hash}`;
  const done = useRef<string>(undefined);
  useEffect(() => {
    if (!isLoaded || target === undefined || done.current === key) return;
    done.current = key;
    if (!now.current.toTarget(target)) setLost(key);
  }, [isLoaded, target, key]);
  const shown = useRef<{ log: NetworkLog; moment: Moment }>(undefined);
  useEffect(() => {
    if (!isLoaded || moment === undefined) return;
    // Reading a log again does not move it again.
    if (shown.current?.moment === moment && shown.current.log === log) return;
    shown.current = { log, moment };
    now.current.toMoment(moment);
  }, [log, isLoaded, moment]);
  return key !== undefined && lost === key;
}
