import { expect, onTestFinished, test, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { pressEscapeOnFocus } from "@/tests/support/component/press-escape-on-focus";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { Popover } from "./popover.tsx";
import { Sheet } from "./sheet.tsx";

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

test("Escape closes a panel that its own trigger has opened as soon as it has the focus, and nothing below it", async () => {
  const closeSheet = vi.fn();
  const screen = await renderView(
    <Sheet open onOpenChange={closeSheet} title="Browser">
      <Popover label="Attempts" trigger={<Button>Open</Button>}>
        <input aria-label="Text" />
      </Popover>
    </Sheet>,
  );
  const isPressed = pressEscapeOnFocus();
  const open = screen.getByRole("button", { name: "Open" });
  const panel = screen.getByRole("dialog", { name: "Attempts" });
  await open.click();
  await expect.poll(isPressed).toBe(true);
  await expect.element(panel).not.toBeInTheDocument();
  await expect.element(open).toHaveFocus();
  // Opened again, it listens again.
  await open.click();
  await expect.element(panel).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(panel).not.toBeInTheDocument();
  expect(closeSheet).not.toHaveBeenCalled();
});
