import { expect, onTestFinished, test, vi } from "vitest";
import { page } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { Popover } from "./popover.tsx";

const lines = Array.from({ length: 40 }, (_, at) => `Line ${at + 1}`);

test("a panel that is higher than the window scrolls, and its last button can be pressed", async () => {
  // A laptop at 200 %.
  await page.viewport(720, 360);
  onTestFinished(() => page.viewport(1440, 900));
  const act = vi.fn();
  const screen = await renderView(
    <Popover label="Attempts" trigger={<Button>Open</Button>}>
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <Button onClick={act}>Apply</Button>
    </Popover>,
  );
  await screen.getByRole("button", { name: "Open" }).click();
  const panel = screen.getByRole("dialog", { name: "Attempts" });
  await expect.element(panel).toBeVisible();
  expect(panel.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(window.innerHeight);
  await panel.getByRole("button", { name: "Apply" }).click();
  expect(act).toHaveBeenCalledTimes(1);
});
