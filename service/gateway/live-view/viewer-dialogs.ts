// What a viewer receives about the dialogs that are open: the one of the page it sees, else the one that opened first.
import type { Dialogs, OpenDialog } from "../../chromium/dialogs.ts";
import type { Clock } from "../../kernel/clock.ts";

/**
 * Between two messages. A page may open dialogs as fast as its client closes them, and one that is closed at once is
 * nothing to look at.
 */
export const noticeMs = 100;

export interface DialogNotice extends Omit<OpenDialog, "targetId"> {
  /** Its page is not the one that is shown. */
  elsewhere: boolean;
}

type WatchedDialogs = Pick<Dialogs, "open" | "of" | "onChange">;

export class ViewerDialogs {
  readonly #dialogs: WatchedDialogs;
  readonly #shownTargetId: () => string | undefined;
  readonly #send: (notice: DialogNotice | null) => void;
  readonly #clock: Pick<Clock, "later">;
  readonly #stopWatching: () => void;
  #sent = "null";
  #cancel: (() => void) | undefined;

  constructor(deps: {
    dialogs: WatchedDialogs;
    /** The page that the viewer sees. */
    shownTargetId: () => string | undefined;
    /** Receives the dialog to be shown, null for none. */
    send: (notice: DialogNotice | null) => void;
    clock: Pick<Clock, "later">;
  }) {
    this.#dialogs = deps.dialogs;
    this.#shownTargetId = deps.shownTargetId;
    this.#send = deps.send;
    this.#clock = deps.clock;
    this.#stopWatching = deps.dialogs.onChange(() => this.update());
    // One that is open already.
    this.#report();
  }

  /** After another page may be shown. */
  update(): void {
    this.#cancel ??= this.#clock.later(noticeMs, () => {
      this.#cancel = undefined;
      this.#report();
    });
  }

  stop(): void {
    this.#stopWatching();
    this.#cancel?.();
  }

  #report(): void {
    const notice = this.#notice();
    const text = JSON.stringify(notice);
    if (text === this.#sent) return;
    this.#sent = text;
    this.#send(notice);
  }

  #notice(): DialogNotice | null {
    const shown = this.#shownTargetId();
    const dialog = (shown === undefined ? undefined : this.#dialogs.of(shown)) ?? this.#dialogs.open[0];
    if (dialog === undefined) return null;
    const { targetId, ...rest } = dialog;
    return { ...rest, elsewhere: shown !== undefined && targetId !== shown };
  }
}
