/** Notices between the place that has something to say and the view that draws them, which may not be loaded yet. */
export interface Notice {
  readonly tone: "done" | "failed" | "note";
  readonly title: string;
  readonly detail: string | undefined;
}

type Listener = () => void;

const listeners = new Set<Listener>();
let waiting: readonly Notice[] = [];
let everAny = false;

export function pushNotice(notice: Notice): void {
  waiting = [...waiting, notice];
  everAny = true;
  for (const listener of listeners) listener();
}

/** Hands over what waits, once. */
export function takeNotices(): readonly Notice[] {
  const taken = waiting;
  waiting = [];
  return taken;
}

/** Whether there was ever anything to show. */
export function hasNotices(): boolean {
  return everAny;
}

export function subscribeToNotices(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
