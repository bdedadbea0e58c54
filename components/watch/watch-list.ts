// The runs an operator keeps an eye on, as they are kept in the browser: pure, so that every tab comes to the same.
import * as z from "zod/mini";
import type { Invocation } from "@/lib/contract/invocations";

export const watchAtMost = 20;

const word = z.optional(z.string());

/** One watched run, with what was last known of it: shown at once after a reload. */
const pin = z.object({
  id: z.string().check(z.minLength(1)),
  action_name: word,
  app_name: word,
  status: word,
  status_reason: word,
  started_at: word,
  finished_at: word,
  /** The API answers that there is no such run. */
  gone: z.boolean(),
  /** Its end was looked at. */
  seen: z.boolean(),
  /** A sound or a notification has told of its end; one tab does for all. */
  told: z.boolean(),
});
export type Pin = z.infer<typeof pin>;

const watchList = z.object({
  pins: z.array(pin).check(z.maxLength(watchAtMost)),
  expanded: z.boolean(),
  sound: z.boolean(),
  notify: z.boolean(),
});
export type WatchList = z.infer<typeof watchList>;

export const emptyWatchList: WatchList = { pins: [], expanded: true, sound: false, notify: false };

/** What was kept; nothing where it cannot be read. */
export function readWatchList(text: string | null): WatchList {
  if (text === null) return emptyWatchList;
  try {
    const read = watchList.safeParse(JSON.parse(text));
    return read.success ? read.data : emptyWatchList;
  } catch {
    return emptyWatchList;
  }
}

const isFinal = (status: string | null | undefined): boolean => status === "succeeded" || status === "failed";

/** Nothing more will happen to it. */
export const isOver = ({ status, gone }: Pick<Pin, "status" | "gone">): boolean => gone || isFinal(status);

const factsOf = (run: Invocation) => ({
  action_name: run.action_name ?? undefined,
  app_name: run.app_name ?? undefined,
  status: run.status ?? undefined,
  status_reason: run.status_reason?.slice(0, 200),
  started_at: run.started_at ?? undefined,
  finished_at: run.finished_at ?? undefined,
});

/** Newest first. One that is watched already, or one too many, changes nothing. */
export function watch(list: WatchList, run: Invocation): WatchList {
  if (list.pins.length >= watchAtMost || list.pins.some(({ id }) => id === run.id)) return list;
  const over = isFinal(run.status);
  const added: Pin = { id: run.id, ...factsOf(run), gone: false, seen: over, told: over };
  return { ...list, pins: [added, ...list.pins] };
}

export const unwatch = (list: WatchList, id: string): WatchList => ({
  ...list,
  pins: list.pins.filter((each) => each.id !== id),
});

function changePin(list: WatchList, id: string, facts: Partial<Pin>): WatchList {
  const before = list.pins.find((each) => each.id === id);
  if (before === undefined) return list;
  const after = { ...before, ...facts };
  const same = JSON.stringify(after) === JSON.stringify(before);
  return same ? list : { ...list, pins: list.pins.map((each) => (each === before ? after : each)) };
}

/** What the API says of a run. What is over stays over, whatever an older answer says. */
export function learn(list: WatchList, run: Invocation): WatchList {
  const known = list.pins.find(({ id }) => id === run.id);
  if (known === undefined || isOver(known)) return list;
  return changePin(list, run.id, factsOf(run));
}

/** The API says that there is no such run. */
export function learnGone(list: WatchList, id: string): WatchList {
  const known = list.pins.find((each) => each.id === id);
  return known === undefined || isOver(known) ? list : changePin(list, id, { gone: true });
}

export const see = (list: WatchList, id: string): WatchList => changePin(list, id, { seen: true });

export const seeAll = (list: WatchList): WatchList =>
  list.pins.filter(isOver).reduce((seen, { id }) => see(seen, id), list);

export const tell = (list: WatchList, id: string): WatchList => changePin(list, id, { told: true });

/** Runs that came to their end and were not looked at since. */
export const unseen = ({ pins }: WatchList): readonly Pin[] =>
  pins.filter((each) => isOver(each) && !each.seen);

/** Runs that came to their end between the two. */
export function flipped(before: WatchList, after: WatchList): readonly Pin[] {
  const open = new Set(before.pins.filter((each) => !isOver(each)).map(({ id }) => id));
  return after.pins.filter((each) => open.has(each.id) && isOver(each));
}
