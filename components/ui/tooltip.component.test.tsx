import { expect, test } from "vitest";
import { page } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Tooltip } from "./tooltip.tsx";

const point = (element: Element, ...types: readonly string[]) => {
  for (const type of types)
    element.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType: "mouse" }));
};

test("what moves below a resting pointer shows no tooltip, which would take the next Escape", async () => {
  await renderView(
    <>
      <Tooltip text="Moved">
        <button type="button">One</button>
      </Tooltip>
      <Tooltip text="Pointed at">
        <button type="button">Two</button>
      </Tooltip>
    </>,
  );
  // All that Chromium sends when a sheet beside or a row above has gone.
  point(page.getByRole("button", { name: "One" }).element(), "pointerover");
  // Later than the other: once its tooltip is there, the other's would be.
  point(page.getByRole("button", { name: "Two" }).element(), "pointerover", "pointermove");
  await expect.element(page.getByText("Pointed at")).toBeVisible();
  await expect.element(page.getByText("Moved")).not.toBeInTheDocument();
});
