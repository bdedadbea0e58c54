import { useLayoutEffect } from "react";
import { expect, test } from "vitest";
import { paces } from "@/lib/paces";
import { renderView } from "@/tests/support/component/render-view";
import { ChartFrame } from "./chart-frame.tsx";

function Drawing({ onDraw }: { onDraw: () => void }) {
  onDraw();
  return <p>drawn</p>;
}

/** Stands for a part that a key has opened. */
function Pressed({ onPress }: { onPress: () => void }) {
  useLayoutEffect(() => {
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "j" }));
    onPress();
  }, [onPress]);
  return null;
}

test("a chart that a key opens is drawn when the keys rest, not between two of them", async () => {
  const times = { pressedMs: 0, drawnMs: 0 };
  const screen = await renderView(
    <>
      <Pressed
        onPress={() => {
          times.pressedMs ||= performance.now();
        }}
      />
      <ChartFrame label="Chart" legend={[]}>
        <Drawing
          onDraw={() => {
            times.drawnMs ||= performance.now();
          }}
        />
      </ChartFrame>
    </>,
  );
  await expect.element(screen.getByText("drawn")).toBeVisible();
  // The clock of timers may be two milliseconds off the page's.
  expect(times.drawnMs - times.pressedMs).toBeGreaterThanOrEqual(paces.rest.chartMs - 2);
});

test("a chart takes new data when the keys rest as well", async () => {
  const drawnMs = new Map<string, number>();
  const chartOf = (data: string) => (
    <ChartFrame label="Chart" legend={[]}>
      <Drawing
        onDraw={() => {
          if (!drawnMs.has(data)) drawnMs.set(data, performance.now());
        }}
      />
    </ChartFrame>
  );
  const screen = await renderView(chartOf("older"));
  await expect.poll(() => drawnMs.has("older")).toBe(true);
  document.dispatchEvent(new KeyboardEvent("keydown", { key: "p" }));
  const pressedMs = performance.now();
  await screen.rerender(chartOf("newer"));
  await expect.element(screen.getByText("drawn")).toBeVisible();
  await expect.poll(() => drawnMs.has("newer")).toBe(true);
  expect((drawnMs.get("newer") ?? 0) - pressedMs).toBeGreaterThanOrEqual(paces.rest.chartMs - 1);
});

test("a value that stands beside the chart is read out with it, and not shown in its legend", async () => {
  const legend = [{ key: "p95", label: "p95", swatch: "bg-ink", value: "2.0 s" }];
  const screen = await renderView(
    <ChartFrame label="Duration" legend={legend} showsValues={false}>
      <p>drawn</p>
    </ChartFrame>,
  );
  await expect.element(screen.getByText("Duration: p95 2.0 s", { exact: true })).toBeInTheDocument();
  expect(screen.getByText("2.0 s", { exact: true }).elements()).toEqual([]);
});
