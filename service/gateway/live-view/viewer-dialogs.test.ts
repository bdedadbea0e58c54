import { expect, it } from "vitest";
import { ManualClock } from "../../../tests/support/fakes/manual-clock.ts";
import type { OpenDialog } from "../../chromium/dialogs.ts";
import { type DialogNotice, noticeMs, ViewerDialogs } from "./viewer-dialogs.ts";

const dialogOf = (id: number, targetId: string): OpenDialog => ({
  id,
  targetId,
  kind: "alert",
  message: `of ${targetId}`,
  defaultText: "",
});

function viewer(opened: OpenDialog[] = []) {
  const clock = new ManualClock();
  let changed = () => undefined as unknown;
  let listeners = 0;
  const state = { open: opened, shown: undefined as string | undefined };
  const sent: (DialogNotice | null)[] = [];
  const dialogs = new ViewerDialogs({
    dialogs: {
      get open() {
        return state.open;
      },
      of: (targetId) => state.open.find((dialog) => dialog.targetId === targetId),
      onChange: (listener) => {
        changed = listener;
        listeners += 1;
        return () => {
          listeners -= 1;
          return true;
        };
      },
    },
    shownTargetId: () => state.shown,
    send: (notice) => sent.push(notice),
    clock,
  });
  const opens = (...open: OpenDialog[]) => {
    state.open = open;
    changed();
  };
  return { clock, state, sent, dialogs, opens, listeners: () => listeners };
}

it("sends what is open at once to a viewer who comes later, and nothing when none is", () => {
  expect(viewer([dialogOf(1, "one")]).sent).toMatchObject([{ id: 1, elsewhere: false }]);
  expect(viewer().sent).toEqual([]);
});

it("sends a dialog and its end, once each", () => {
  const { clock, sent, opens } = viewer();
  opens(dialogOf(1, "one"));
  clock.advance(noticeMs);
  expect(sent).toMatchObject([{ id: 1, message: "of one" }]);
  expect(sent[0]).not.toHaveProperty("targetId");
  opens();
  clock.advance(noticeMs);
  clock.advance(noticeMs);
  expect(sent.slice(1)).toEqual([null]);
});

it("sends nothing of dialogs that are closed at once, however many", () => {
  const { clock, sent, opens } = viewer();
  for (let id = 1; id < 1_000; id += 1) {
    opens(dialogOf(id, "one"));
    opens();
    clock.advance(1);
  }
  clock.advance(noticeMs);
  expect(sent).toEqual([]);
});

it("prefers the dialog of the page that is shown, and says when it is of another one", () => {
  const { clock, state, sent, opens, dialogs } = viewer();
  state.shown = "two";
  opens(dialogOf(1, "one"));
  clock.advance(noticeMs);
  opens(dialogOf(1, "one"), dialogOf(2, "two"));
  clock.advance(noticeMs);
  state.shown = "one";
  dialogs.update();
  clock.advance(noticeMs);
  expect(sent.map((notice) => [notice?.id, notice?.elsewhere])).toEqual([
    [1, true],
    [2, false],
    [1, false],
  ]);
});

it("sends nothing once it is stopped", () => {
  const { clock, sent, opens, dialogs, listeners } = viewer();
  opens(dialogOf(1, "one"));
  dialogs.stop();
  clock.advance(noticeMs);
  expect(sent).toEqual([]);
  expect(listeners()).toBe(0);
});
