// The invocations an operator watches, as stored in the browser. Pure, so that every tab computes the same
// list.
import * as z from "zod/mini";
import type { Invocation } from "@/lib/contract/invocations";
import { parseStored } from "@/lib/format/parse-stored";

export const pinnedLimit = 20;

const word = z.optional(z.string());

/** One watched invocation with its last known state, which is shown at once after a reload. */
const pin = z.object({
  id: z.string().check(z.minLength(1)),
  action_name: word,
  app_name: word,
  status: word,
  status_reason: word,
  started_at: word,
  finished_at: word,
  /** The API does not know it. */
  gone: z.boolean(),
  /** The operator has viewed its end. */
  seen: z.boolean(),
  /** A tab has claimed the sound and the notification of its end. */
  told: z.boolean(),
});
export type Pin = z.infer<typeof pin>;

const watchList = z.object({
  pins: z.array(pin).check(z.maxLength(pinnedLimit)),
  expanded: z.boolean(),
  sound: z.boolean(),
  notify: z.boolean(),
});
export type WatchList = z.infer<typeof watchList>;

export const emptyWatchList: WatchList = { pins: [], expanded: true, sound: false, notify: false };

/** Parses the stored list; empty if it is invalid. */
export const readWatchList = (text: string | null): WatchList =>
  parseStored(watchList, text) ?? emptyWatchList;

const isFinal = (status: string | null | undefined): boolean => status === "succeeded" || status === "failed";

/** Whether its state is final. */
export const isOver = ({ status, gone }: Pick<Pin, "status" | "gone">): boolean => gone || isFinal(status);

const detailsOf = (invocation: Invocation) => ({
  action_name: invocation.action_name ?? undefined,
  app_name: invocation.app_name ?? undefined,
  status: invocation.status ?? undefined,
  status_reason: invocation.status_reason?.slice(0, 200),
  started_at: invocation.started_at ?? undefined,
  finished_at: invocation.finished_at ?? undefined,
});

/** Adds it first. Returns the same list if it is listed already or the list is full. */
export function watch(list: WatchList, invocation: Invocation): WatchList {
  if (list.pins.length >= pinnedLimit || list.pins.some(({ id }) => id === invocation.id)) return list;
  const over = isFinal(invocation.status);
  const added: Pin = { id: invocation.id, ...detailsOf(invocation), gone: false, seen: over, told: over };
  return { ...list, pins: [added, ...list.pins] };
}

export const unwatch = (list: WatchList, id: string): WatchList => ({
  ...list,
  pins: list.pins.filter((each) => each.id !== id),
});

function changePin(list: WatchList, id: string, changes: Partial<Pin>): WatchList {
  const before = list.pins.find((each) => each.id === id);
  if (before === undefined) return list;
  const after = { ...before, ...changes };
  const same = JSON.stringify(after) === JSON.stringify(before);
  return same ? list : { ...list, pins: list.pins.map((each) => (each === before ? after : each)) };
}

/** Applies a response of the API. A final state stays, whatever an older response contains. */
export function applyInvocation(list: WatchList, invocation: Invocation): WatchList {
  const known = list.pins.find(({ id }) => id === invocation.id);
  if (known === undefined || isOver(known)) return list;
  return changePin(list, invocation.id, detailsOf(invocation));
}

/** Marks an invocation that the API does not know. */
export function markMissing(list: WatchList, id: string): WatchList {
  const known = list.pins.find((each) => each.id === id);
  return known === undefined || isOver(known) ? list : changePin(list, id, { gone: true });
}

export const markSeen = (list: WatchList, id: string): WatchList => changePin(list, id, { seen: true });

export const markAllSeen = (list: WatchList): WatchList =>
  list.pins.filter(isOver).reduce((seen, { id }) => markSeen(seen, id), list);

export const markAnnounced = (list: WatchList, id: string): WatchList => changePin(list, id, { told: true });

/** Invocations that have ended and were not viewed since. */
export const unseenEnds = ({ pins }: WatchList): readonly Pin[] =>
  pins.filter((each) => isOver(each) && !each.seen);

/** Invocations that ended between the two lists. */
export function newlyEnded(before: WatchList, after: WatchList): readonly Pin[] {
  const open = new Set(before.pins.filter((each) => !isOver(each)).map(({ id }) => id));
  return after.pins.filter((each) => open.has(each.id) && isOver(each));
}
