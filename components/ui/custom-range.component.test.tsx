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
    screen,
    /** The choice between the two times. */
    which: (end: string) =>
      panel.getByRole("combobox", { name: `${end} comes twice on this day`, exact: true }),
    from: panel.getByLabelText("From", { exact: true }),
    to: panel.getByLabelText("To", { exact: true }),
    apply: () => panel.getByRole("button", { name: "Apply" }).click(),
  };
}

test("an end that was not changed is applied as it was, also in the hour that comes twice", async () => {
  const range = { fromMs: night(0, 15, 7), toMs: night(0, 45, 9) };
  const { onChange, from, which, apply } = await openRange(range);
  await expect.element(from).toHaveValue("2026-10-25T02:15");
  await expect.element(which("From: 02:15")).toMatchTextContent("First, UTC+2");
  await expect.element(which("To: 02:45")).toMatchTextContent("First, UTC+2");
  await apply();
  expect(onChange).toHaveBeenLastCalledWith(range.fromMs, range.toMs);
});

test("ends that are typed in the hour that comes twice hold all of it, and say so", async () => {
  const { onChange, panel, from, to, which, apply } = await openRange({
    fromMs: night(8, 0),
    toMs: night(9, 0),
  });
  await expect.element(to).toHaveAccessibleDescription("Times in Europe/Berlin");
  expect(panel.getByText(/twice/).elements()).toEqual([]);
  await from.fill("2026-10-25T02:30");
  await to.fill("2026-10-25T02:30");
  await expect.element(which("From: 02:30")).toMatchTextContent("First, UTC+2");
  await expect.element(which("To: 02:30")).toMatchTextContent("Second, UTC+1");
  await apply();
  expect(onChange).toHaveBeenLastCalledWith(night(0, 30), night(1, 30));
});

test("of an end in the hour that comes twice either time can be chosen, and another text begins anew", async () => {
  const { onChange, screen, panel, from, to, which, apply } = await openRange({
    fromMs: night(0, 15, 7),
    toMs: night(9, 0),
  });
  await which("From: 02:15").click();
  await screen.getByRole("option", { name: "Second, UTC+1" }).click();
  await expect.element(which("From: 02:15")).toMatchTextContent("Second, UTC+1");
  await to.fill("2026-10-25T02:45");
  await apply();
  expect(onChange).toHaveBeenLastCalledWith(night(1, 15), night(1, 45));
  await screen.getByRole("button", { name: "Custom…" }).click();
  await from.fill("2026-10-25T02:20");
  await expect.element(which("From: 02:20")).toMatchTextContent("First, UTC+2");
  await to.fill("2026-10-25T04:00");
  expect(panel.getByText(/^To: .* twice/).elements()).toEqual([]);
});
