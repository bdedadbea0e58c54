import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { Sheet } from "@/components/ui/sheet";
import { inventoryOperations } from "@/lib/bff/operations/inventory";
import { pressEscapeOnFocus } from "@/tests/support/component/press-escape-on-focus";
import { renderView } from "@/tests/support/component/render-view";
import { emptyBff } from "@/tests/support/component/scripted-bff";
import { CommandPalette } from "./command-palette.tsx";
import { TypedAhead } from "./typed-ahead.ts";

/** The palette with a button that opens it, in a sheet. */
function AboveSheet({ onSheet }: { onSheet: () => void }) {
  const [open, setOpen] = useState(false);
  const [typedAhead] = useState(() => new TypedAhead());
  return (
    <Sheet open onOpenChange={onSheet} title="Browser">
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      <CommandPalette
        open={open}
        onOpenChange={setOpen}
        typedAhead={typedAhead}
        recent={[]}
        onShowShortcuts={() => undefined}
      />
    </Sheet>
  );
}

async function drawOpen(onOpenChange: () => void = () => undefined) {
  const screen = await renderView(
    <CommandPalette
      open
      onOpenChange={onOpenChange}
      typedAhead={new TypedAhead()}
      recent={[]}
      onShowShortcuts={() => undefined}
    />,
    { bff: emptyBff() },
  );
  const field = screen.getByRole("combobox");
  await expect.element(field).toHaveFocus();
  return { ...screen, field };
}

function paste(into: Element, text: string) {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text", text);
  into.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
}

test("the dashboard's own address leads to its page with its filters, and to nothing else", async () => {
  const close = vi.fn();
  const { field, getByRole, bff, address } = await drawOpen(close);
  const name = "a".repeat(500);
  paste(field.element(), `${window.location.origin}/invocations?status=failed&app_name=${name}&token=secret`);
  const hit = getByRole("option", { name: /^Open Invocations status: failed; app name: a+$/ });
  await expect.element(hit).toBeVisible();
  expect(getByRole("option").elements()).toHaveLength(1);
  await userEvent.keyboard("{Enter}");
  expect(close).toHaveBeenCalledTimes(1);
  expect(address()).toBe(`/invocations?status=failed&app_name=${name}`);
  expect(bff.calls(inventoryOperations.findResources)).toEqual([]);
});

test("Escape closes the palette as soon as it has the focus, and nothing below it", async () => {
  const closeSheet = vi.fn();
  const screen = await renderView(<AboveSheet onSheet={closeSheet} />, { bff: emptyBff() });
  const isPressed = pressEscapeOnFocus();
  const open = screen.getByRole("button", { name: "Open" });
  const palette = screen.getByRole("dialog", { name: /^Go to/ });
  for (const isEarly of [true, false]) {
    await open.click();
    if (isEarly) await expect.poll(isPressed).toBe(true);
    else {
      await expect.element(screen.getByRole("combobox")).toHaveFocus();
      await userEvent.keyboard("{Escape}");
    }
    await expect.element(palette).not.toBeInTheDocument();
    await expect.element(open).toHaveFocus();
  }
  expect(closeSheet).not.toHaveBeenCalled();
});
