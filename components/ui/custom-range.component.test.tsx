// A time range as an operator types it.
import { expect, test, vi } from "vitest";
import { renderView } from "@/tests/support/component/render-view";
import { CustomRange } from "./custom-range.tsx";

const berlin = { "fleetdeck.zone": "Europe/Berlin" };
const night = (hour: number, minute: number, second = 0) => Date.UTC(2026, 9, 25, hour, minute, second);

async function openRange(range: { fromMs: number; toMs: number }) {
  const onChange = vi.fn();
  const screen = await renderView(<CustomRange range={range} longestDays={30} onChange={onChange} />, {
    storage: berlin,
  });
  await screen.getByRole("button", { name: "Custom…" }).click();
  const panel = screen.getByRole("dialog", { name: "Custom range" });
  return {
    onChange,
    panel,
    from: panel.getByLabelText("From", { exact: true }),
    to: panel.getByLabelText("To", { exact: true }),
    apply: () => panel.getByRole("button", { name: "Apply" }).click(),
  };
}

test("an end that was not changed is applied as it was, also in the hour that comes twice", async () => {
  const range = { fromMs: night(0, 15, 7), toMs: night(0, 45, 9) };
  const { onChange, from, to, apply } = await openRange(range);
  await expect.element(from).toHaveValue("2026-10-25T02:15");
  await expect
    .element(from)
    .toHaveAccessibleDescription("02:15 comes twice on this day. This is the first, UTC+2.");
  await expect
    .element(to)
    .toHaveAccessibleDescription(
      "02:45 comes twice on this day. This is the first, UTC+2. Times in Europe/Berlin",
    );
  await apply();
  expect(onChange).toHaveBeenLastCalledWith(range.fromMs, range.toMs);
});

test("ends that are typed in the hour that comes twice hold all of it, and say so", async () => {
  const { onChange, panel, from, to, apply } = await openRange({ fromMs: night(8, 0), toMs: night(9, 0) });
  await expect.element(to).toHaveAccessibleDescription("Times in Europe/Berlin");
  expect(panel.getByText(/twice/).elements()).toEqual([]);
  await from.fill("2026-10-25T02:30");
  await to.fill("2026-10-25T02:30");
  await expect.element(from).toHaveAccessibleDescription(/This is the first, UTC\+2\.$/);
  await expect.element(to).toHaveAccessibleDescription(/This is the second, UTC\+1\./);
  await apply();
  expect(onChange).toHaveBeenLastCalledWith(night(0, 30), night(1, 30));
});
