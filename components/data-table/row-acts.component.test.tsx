// What each row offers is seen in one row at a time, and for the keyboard, too.
import { expect, test } from "vitest";
import { page, userEvent } from "vitest/browser";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy-button";
import { axeViolationsIn } from "@/tests/support/component/axe";
import { renderView } from "@/tests/support/component/render-view";
import type { Column } from "./column.ts";
import { DataTable } from "./data-table.tsx";

const columns: readonly Column<string>[] = [
  { id: "name", header: "Name", cell: (name) => <CopyButton text={name} label={`Copy ${name}`} /> },
  {
    id: "check",
    header: "Check",
    hidesHeader: true,
    cell: (name) => (
      <Button className="row-act" pending={name === "third"}>
        Check {name}
      </Button>
    ),
  },
];

const clear = "rgba(0, 0, 0, 0)";

test("acts of rows appear at once with the pointer or the focus; a pending one stays", async () => {
  const screen = await renderView(
    <>
      <h1>Proxies</h1>
      <DataTable
        caption="Proxies"
        columns={columns}
        rows={["first", "second", "third"]}
        rowKey={(name) => name}
        empty={null}
      />
    </>,
  );
  const fading: EventTarget[] = [];
  document.addEventListener("transitionrun", ({ target }) => {
    if (target !== null) fading.push(target);
  });
  const button = (name: string) => screen.getByRole("button", { name: new RegExp(`${name}$`) });
  const styleOf = (name: string) => getComputedStyle(button(name).element());
  const isHidden = (name: string) => {
    const { color, backgroundColor, borderTopColor } = styleOf(name);
    return [color, backgroundColor, borderTopColor].every((each) => each === clear);
  };
  await userEvent.hover(screen.getByRole("heading"));
  await expect.poll(() => [isHidden("Copy first"), isHidden("Check first")]).toEqual([true, true]);
  expect(isHidden("Check third")).toBe(false);
  // The header covers the first row here.
  await userEvent.hover(button("Check second"));
  await expect.poll(() => [isHidden("Copy second"), isHidden("Check second")]).toEqual([false, false]);
  button("Check first").element().focus();
  await expect.poll(() => [isHidden("Copy first"), isHidden("Check first")]).toEqual([false, false]);
  // A key that goes from row to row would wait for each frame of a transition, and with another opacity for a layout.
  expect(fading).toEqual([]);
  expect([styleOf("Copy third").opacity, styleOf("Check second").opacity]).toEqual(["1", "1"]);
  const header = page.getByRole("columnheader", { name: "Check" });
  await expect.element(header).toBeInTheDocument();
  expect(header.getByText("Check").element().getBoundingClientRect().width).toBeLessThan(2);
  expect(await axeViolationsIn(document.body)).toEqual([]);
});
