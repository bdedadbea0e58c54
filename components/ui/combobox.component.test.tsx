import { useState } from "react";
import { expect, test, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { renderView } from "@/tests/support/component/render-view";
import { Button } from "./button.tsx";
import { Combobox } from "./combobox.tsx";
import { Dialog } from "./dialog.tsx";

function Choosing({ onCommit }: { onCommit: (value: string) => void }) {
  const [value, setValue] = useState("");
  const [open, setOpen] = useState(true);
  return (
    <Dialog
      open={open}
      onOpenChange={setOpen}
      title="Choose"
      foot={<Button hint="Saves the choice">Save</Button>}
    >
      <Combobox
        label="Fruit"
        value={value}
        onValueChange={setValue}
        onCommit={onCommit}
        suggestions={["apple", "apricot", "banana"]}
      />
    </Dialog>
  );
}

test("suggestions follow the typed text; keys and clicks choose, and typed text counts as it is", async () => {
  const commit = vi.fn();
  const screen = await renderView(<Choosing onCommit={commit} />);
  const box = screen.getByRole("combobox", { name: "Fruit" });
  await box.click();
  const options = screen.getByRole("option");
  await expect.poll(() => options.elements()).toHaveLength(3);
  await userEvent.keyboard("ap{ArrowDown}{ArrowDown}");
  await expect.poll(() => options.elements()).toHaveLength(2);
  await expect
    .element(screen.getByRole("option", { name: "apricot" }))
    .toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("apricot");
  expect(commit).toHaveBeenLastCalledWith("apricot");
  await expect.element(options).not.toBeInTheDocument();
  await box.fill("b");
  await screen.getByRole("option", { name: "banana" }).click();
  await expect.element(box).toHaveValue("banana");
  await expect.element(box).toHaveFocus();
  await box.fill("cherry");
  await userEvent.keyboard("{Enter}");
  expect(commit).toHaveBeenLastCalledWith("cherry");
});

test("a filled box that is clicked, or opened by an arrow key, lists all; what is typed then limits the list", async () => {
  const screen = await renderView(<Choosing onCommit={() => {}} />);
  const box = screen.getByRole("combobox", { name: "Fruit" });
  const options = screen.getByRole("option");
  await box.fill("banana");
  await userEvent.keyboard("{Enter}");
  await expect.element(options).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowDown}");
  await expect.poll(() => options.elements()).toHaveLength(3);
  await userEvent.keyboard("{Escape}");
  await expect.element(options).not.toBeInTheDocument();
  await box.click();
  await expect.poll(() => options.elements()).toHaveLength(3);
  await box.fill("apr");
  await expect.poll(() => options.elements()).toHaveLength(1);
  await box.click();
  await expect.poll(() => options.elements()).toHaveLength(1);
});

function Referring() {
  const [value, setValue] = useState("");
  const known = [
    { value: "px1", label: "frankfurt" },
    { value: "px2", label: "tokyo" },
  ];
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        setValue(`sent ${value}`);
      }}
    >
      <Combobox label="Proxy" value={value} onValueChange={setValue} suggestions={known} />
    </form>
  );
}

test("Enter after a part of a name enters the only one that has it, and sends nothing before that", async () => {
  const screen = await renderView(<Referring />);
  const box = screen.getByRole("combobox", { name: "Proxy" });
  await box.fill("frank");
  await expect.element(screen.getByRole("option", { name: "frankfurt" })).toBeVisible();
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("px1");
  await userEvent.keyboard("{Enter}");
  await expect.element(box).toHaveValue("sent px1");
});

test("a focused box shows no list before it is used: a dialog that opens on it hides none of its fields", async () => {
  const screen = await renderView(<Choosing onCommit={() => {}} />);
  await expect.element(screen.getByRole("combobox", { name: "Fruit" })).toHaveFocus();
  await expect.element(screen.getByRole("listbox")).not.toBeInTheDocument();
  await userEvent.keyboard("{ArrowDown}");
  await expect.element(screen.getByRole("listbox")).toBeVisible();
});

test("Tab closes the list and goes on to the next control of the dialog", async () => {
  const screen = await renderView(<Choosing onCommit={() => {}} />);
  await screen.getByRole("combobox", { name: "Fruit" }).click();
  await expect.element(screen.getByRole("listbox")).toBeVisible();
  await userEvent.keyboard("{Tab}");
  await expect.element(screen.getByRole("button", { name: "Save" })).toHaveFocus();
  await expect.element(screen.getByRole("listbox")).not.toBeInTheDocument();
});

test("Escape closes the list or the tooltip, not the dialog around it", async () => {
  const screen = await renderView(<Choosing onCommit={() => {}} />);
  await screen.getByRole("combobox", { name: "Fruit" }).click();
  await expect.element(screen.getByRole("listbox")).toBeVisible();
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("listbox")).not.toBeInTheDocument();
  const save = screen.getByRole("button", { name: "Save" });
  save.element().focus();
  await expect.element(screen.getByRole("tooltip")).toHaveTextContent("Saves the choice");
  await expect.element(save).toHaveAccessibleDescription("Saves the choice");
  await userEvent.keyboard("{Escape}");
  await expect.element(screen.getByRole("tooltip")).not.toBeInTheDocument();
  await expect.element(screen.getByRole("dialog", { name: "Choose" })).toBeVisible();
});
