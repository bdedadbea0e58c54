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
  expect(times.drawnMs - times.pressedMs).toBeGreaterThanOrEqual(paces.rest.chartMs - 1);
});
