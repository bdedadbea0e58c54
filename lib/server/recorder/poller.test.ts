import { expect, it } from "vitest";
import { TestClock } from "../../../tests/support/fakes/test-clock.ts";
import { hourMs } from "../../bff/time-units.ts";
import { paces } from "../kernel/paces.ts";
import { Poller, type TurnEnd } from "./poller.ts";

const { usual } = paces.polling;

function polling(end?: TurnEnd) {
  const clock = new TestClock(Date.UTC(2026, 10, 21, 12));
  const made = { turns: 0 };
  const poller = new Poller({
    turn: async () => {
      made.turns += 1;
      return end;
    },
    retryAfterMs: () => undefined,
    codeOf: () => "x",
    clock,
  });
  poller.start();
  return { clock, made, poller };
}

it("is fast with viewers, also after the clock was set back", async () => {
  const { clock, made, poller } = polling();
  await clock.advance(usual.slowMs - 1_000);
  expect(made.turns).toBe(1);
  clock.step(-hourMs);
  poller.watched();
  await clock.advance(usual.watchedForMs - 1_000);
  expect(made.turns).toBe(1 + 1 + Math.floor((usual.watchedForMs - 1_000) / usual.fastMs));
  await clock.advance(hourMs);
  expect(poller.state.mode).toBe("slow");
});

it("is not fast for longer because the clock was set back", async () => {
  const { clock, poller } = polling();
  poller.watched();
  clock.step(-hourMs);
  expect(poller.state.mode).toBe("fast");
  await clock.advance(usual.watchedForMs);
  expect(poller.state.mode).toBe("slow");
});

it("waits a minute after an absent operation, regardless of views and clock", async () => {
  const { clock, made, poller } = polling("absent");
  await clock.advance(1_000);
  clock.step(-hourMs);
  for (let at = 0; at < 4; at += 1) {
    poller.watched();
    await clock.advance(usual.watchedForMs + 4_000);
  }
  expect(made.turns).toBe(1);
  poller.watched();
  await clock.advance(usual.watchedForMs + 4_000);
  expect(made.turns).toBe(2);
});
