import { useState } from "react";
import { expect, test } from "vitest";
import { userEvent } from "vitest/browser";
import { hourMs } from "@/lib/bff/time-units";
import { renderView } from "@/tests/support/component/render-view";
import { TimeBrush } from "./time-brush.tsx";

const fromMs = Date.UTC(2026, 0, 2);

function Zooms() {
  const [span, setSpan] = useState("none");
  return (
    <div style={{ width: 800 }}>
      <TimeBrush
        label="Time of the chart"
        fromMs={fromMs}
        toMs={fromMs + 10 * hourMs}
        onZoom={(from, to) =>
          setSpan(`${((from - fromMs) / hourMs).toFixed(1)} to ${((to - fromMs) / hourMs).toFixed(1)}`)
        }
      />
      <output>{span}</output>
    </div>
  );
}

test("the handles select a range by keys: Escape clears it, Enter zooms", async () => {
  const screen = await renderView(<Zooms />);
  const end = screen.getByRole("slider", { name: "End of zoom" });
  const zoomed = screen.getByRole("status");
  end.element().focus();
  await userEvent.keyboard("{Shift>}{ArrowLeft}{ArrowLeft}{/Shift}");
  await expect.element(end).toHaveAttribute("aria-valuenow", "80");
  await userEvent.keyboard("{Escape}");
  await expect.element(end).toHaveAttribute("aria-valuenow", "100");
  await userEvent.keyboard("{Enter}");
  await expect.element(zoomed).toMatchTextContent("none");

  await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
  await userEvent.keyboard("{Shift>}{Tab}{/Shift}{ArrowRight}");
  await expect
    .element(screen.getByRole("slider", { name: "Start of zoom" }))
    .toHaveAttribute("aria-valuenow", "2");
  await expect.element(screen.getByText("00:12 – 09:00")).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(zoomed).toMatchTextContent("0.2 to 9.0");
  await expect.element(end).toHaveAttribute("aria-valuenow", "100");
});

test("a range is dragged in either direction and zoomed on release; a click selects nothing", async () => {
  const screen = await renderView(<Zooms />);
  const group = screen.getByRole("group", { name: "Time of the chart" });
  const track = group.element().firstElementChild;
  if (!(track instanceof HTMLElement)) throw new Error("no track");
  const x = (share: number) => Math.round(share * track.clientWidth);
  await userEvent.click(track, { position: { x: x(0.5), y: 8 } });
  await expect.element(screen.getByRole("status")).toMatchTextContent("none");
  await userEvent.dragAndDrop(track, track, {
    sourcePosition: { x: x(0.75), y: 8 },
    targetPosition: { x: x(0.25), y: 8 },
    steps: 4,
  });
  await expect.element(screen.getByRole("status")).toMatchTextContent("2.5 to 7.5");
});
