import { useState } from "react";
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { SideButtons } from "./side-buttons.tsx";
import { type Sides, WorkbenchSplit } from "./workbench-split.tsx";

function Workbench({ isEnded }: { isEnded: boolean }) {
  const [sides, onSides] = useState<Sides>({ left: true, right: true });
  return (
    <div className="flex h-100 w-300 flex-col">
      <SideButtons sides={sides} onSides={onSides} />
      <WorkbenchSplit
        sides={sides}
        onSides={onSides}
        isRightFirst={false}
        right={<p>logs</p>}
        left={isEnded ? undefined : <p>live view</p>}
      />
    </div>
  );
}

test("a side is hidden and shown, and the left one goes when the browser has ended", async () => {
  await page.viewport(1440, 900);
  const screen = await renderView(<Workbench isEnded={false} />);
  const left = screen.getByText("live view");
  const widthOf = (text: string) => screen.getByText(text).element().closest("[data-panel]")?.clientWidth;
  await userEvent.click(screen.getByRole("button", { name: "Hide live view and details" }));
  await expect.poll(() => widthOf("live view")).toBe(0);
  await userEvent.click(screen.getByRole("button", { name: "Show live view and details" }));
  await expect.poll(() => widthOf("live view")).toBeGreaterThan(320);
  await screen.rerender(<Workbench isEnded />);
  await expect.element(left).not.toBeInTheDocument();
  await expect.poll(() => widthOf("logs")).toBeGreaterThan(1_000);
  await expect.element(screen.getByRole("button", { name: "Hide logs" })).toBeVisible();
});
