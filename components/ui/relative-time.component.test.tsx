import { expect, test, vi } from "vitest";
import { sessionOperations } from "@/lib/bff/operations/session";
import { presentMs } from "@/lib/present";
import { bff } from "@/lib/queries/bff";
import { renderView } from "@/tests/support/component/render-view";
import { ScriptedBff } from "@/tests/support/component/scripted-bff";
import { DurationText } from "./duration-text.tsx";
import { RelativeTime } from "./relative-time.tsx";

test("a duration is set in the type of its row", async () => {
  const screen = await renderView(
    <p>
      <DurationText from="2026-11-21T03:00:00Z" to="2026-11-21T03:00:05.3Z" />
    </p>,
  );
  const duration = screen.getByText("5.3 s", { exact: true });
  await expect.element(duration).toBeVisible();
  const typeOf = ({ fontFamily, fontSize }: CSSStyleDeclaration) => [fontFamily, fontSize];
  expect(typeOf(getComputedStyle(duration.element()))).toEqual(typeOf(getComputedStyle(document.body)));
});

test("ages and running times are right on a computer whose clock is ten minutes fast", async () => {
  const trueNow = Date.now.bind(Date);
  const startedMs = trueNow() - 20 * 60_000;
  const script = new ScriptedBff().on(sessionOperations.signOut, () =>
    Promise.resolve(
      new Response(null, { status: 204, headers: { date: new Date(trueNow()).toUTCString() } }),
    ),
  );
  const screen = await renderView(
    <>
      <RelativeTime at={startedMs} />, <DurationText from={new Date(startedMs).toISOString()} running />
    </>,
    { bff: script },
  );
  await expect.element(screen.getByText("20 min ago")).toBeVisible();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => trueNow() + 10 * 60_000);
  await bff.act(sessionOperations.signOut, {});
  expect(Math.abs(presentMs() - trueNow())).toBeLessThan(5_000);
  await expect.element(screen.getByText(/^20 min( \d+ s)?$/)).toBeVisible();
  await expect.element(screen.getByText("20 min ago")).toBeVisible();
  clock.mockRestore();
});
