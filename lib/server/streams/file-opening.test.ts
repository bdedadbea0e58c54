import { expect, it, vi } from "vitest";
import { FakeClock } from "../../../tests/support/fakes/live-stream-fakes.ts";
import { followOpening } from "./file-opening.ts";
import type { SourceState } from "./shared-log.ts";

function opened(begun = true) {
  const listeners = new Set<() => void>();
  const source = {
    state: { state: "connecting", reason: null } as SourceState,
    begun,
    subscribe: (changed: () => void) => {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
  const opening = { read: vi.fn(), leave: vi.fn() };
  const clock = new FakeClock();
  const leave = followOpening(opening, source, clock);
  const enter = (state: SourceState["state"], reason: string | null = null) => {
    source.state = { state, reason };
    for (const changed of listeners) changed();
  };
  return { opening, clock, enter, leave };
}

it("is read once the log has been open for longer than a stream that only says why there is nothing", async () => {
  const { opening, clock, enter } = opened();
  enter("open");
  await clock.advance(2_999);
  expect(opening.read).not.toHaveBeenCalled();
  await clock.advance(1);
  expect(opening.read).toHaveBeenCalledOnce();
});

it("is not read when the log said why there is nothing to read", async () => {
  const { opening, clock, enter, leave } = opened();
  enter("open");
  await clock.advance(100);
  enter("unavailable", "there is no such file");
  await clock.advance(60_000);
  leave();
  expect(opening.read).not.toHaveBeenCalled();
  expect(opening.leave).toHaveBeenCalledWith(
    expect.objectContaining({ code: "log_unavailable", message: "there is no such file" }),
  );
});

it.each([
  ["open", true, 1],
  ["ended", true, 1],
  ["ended", false, 0],
  ["reconnecting", true, 0],
] as const)("left while its log is %s, with lines %s, counts as read %i times", (state, begun, times) => {
  const { opening, enter, leave } = opened(begun);
  enter(state);
  leave();
  expect(opening.read).toHaveBeenCalledTimes(times);
  expect(opening.leave).toHaveBeenCalledOnce();
});
