// Who has input in the live view of a session. Several may: then each moves the same mouse and types into the same page, so
// every viewer receives how many others do.
import type { Session } from "../../sessions/session.ts";

interface Viewer {
  readOnly: boolean;
  /** Receives how many other viewers have input, as soon as it is not the number before, at first 0. */
  othersInControl: (count: number) => void;
}

export class ViewersInControl {
  /** By session: its viewers, and the number that each received last. */
  readonly #viewers = new WeakMap<Session, Map<Viewer, number>>();

  /** Adds a viewer until the returned function is called. */
  enter(session: Session, viewer: Viewer): () => void {
    const viewers = this.#viewers.get(session) ?? new Map<Viewer, number>();
    this.#viewers.set(session, viewers.set(viewer, 0));
    notify(viewers);
    return () => {
      viewers.delete(viewer);
      notify(viewers);
    };
  }
}

function notify(viewers: Map<Viewer, number>): void {
  const inControl = [...viewers.keys()].filter(({ readOnly }) => !readOnly).length;
  for (const [viewer, received] of viewers) {
    const others = viewer.readOnly ? inControl : inControl - 1;
    if (others === received) continue;
    viewers.set(viewer, others);
    viewer.othersInControl(others);
  }
}
